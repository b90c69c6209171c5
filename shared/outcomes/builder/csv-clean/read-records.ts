/** One record as it was written: its cells, untrimmed, and the quotes that had to be repaired. */
export type CsvRecord = { cells: string[]; unclosed: string[] }

type Dialect = { delimiter: string; quote: string }

/**
 * Reads delimited text by RFC 4180 and beyond: any line ending, spaces around quoted cells, quotes that stand inside a
 * quoted cell undoubled. A quote that is never closed, or whose cell would swallow the opening quote of a later line, is
 * taken for a stray one: its cell ends where an unquoted one would, and it is listed in `unclosed`. Time is linear in
 * the text. csv-parse was weighed for this and gives up at the first such quote.
 */
export function readRecords(text: string, { delimiter, quote }: Dialect, limit = Infinity): CsvRecord[] {
  const records: CsvRecord[] = []
  const findCloser = closerFinder(text, { delimiter, quote })
  let record: CsvRecord = { cells: [], unclosed: [] }
  let at = 0
  while (at < text.length && records.length < limit) {
    let start = at
    while (text[start] === ' ' && delimiter !== ' ') start += 1
    const closer = text[start] === quote ? findCloser(start) : null
    let end: number
    if (closer === null) {
      end = endOfCell(text, at, delimiter)
      const raw = text.slice(at, end)
      const isUnclosed = text[start] === quote
      if (isUnclosed) record.unclosed.push(raw)
      record.cells.push(isUnclosed ? text.slice(start + 1, end) : raw)
    } else {
      end = closer + 1
      while (text[end] === ' ' || text[end] === '\t') {
        if (text[end] === delimiter) break
        end += 1
      }
      record.cells.push(text.slice(start + 1, closer).replaceAll(quote + quote, quote))
    }
    if (text[end] === delimiter) {
      at = end + 1
      if (at < text.length) continue
      record.cells.push('')
    }
    records.push(record)
    record = { cells: [], unclosed: [] }
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
  }
  return records
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

/**
 * Finds the quote that closes the one at `open`, null when there is none. What one failed search has read is never read
 * again: whether a run of quotes closes a cell does not depend on where the cell began.
 */
function closerFinder(text: string, { delimiter, quote }: Dialect) {
  const failed = { from: Infinity, to: -1 }
  const endsCell = (from: number): boolean => {
    let at = from
    while (text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t')) at += 1
    return at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r'
  }
  return (open: number): number | null => {
    const isKnown = open > failed.from && open < failed.to
    let lineEnd = -1
    for (let at = text.indexOf(quote, open + 1); at >= 0; at = text.indexOf(quote, at)) {
      if (isKnown && at !== open + 1) return null
      const start = at
      while (text[at] === quote) at += 1
      const isOdd = (at - start) % 2 === 1
      if (isOdd && endsCell(at)) return at - 1
      if (!isOdd || start === open + 1) continue
      if (lineEnd < 0) lineEnd = nextLine(text, open)
      const before = text[start - 1]
      const opensAnother = start > lineEnd && (before === delimiter || before === '\n' || before === '\r')
      if (!opensAnother) continue
      Object.assign(failed, { from: Math.min(failed.to > open ? failed.from : open, open), to: start })
      return null
    }
    if (!isKnown) Object.assign(failed, { from: open, to: Infinity })
    return null
  }
}

function nextLine(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}
