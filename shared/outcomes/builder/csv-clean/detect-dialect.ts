import { readRecords } from './read-records.ts'

export type CsvDialect = { delimiter: string; quote: string; lineEnding: 'lf' | 'crlf' | 'cr' | 'mixed' | 'none' }

/** In the order that wins ties. */
const CANDIDATES = [',', ';', '\t', '|', ':'] as const
/** A colon stands in times and addresses too: it is not tried where another candidate reads two columns well. */
const GOOD_ENOUGH = 1
const SAMPLE_RECORDS = 200
const SAMPLE_CHARS = 200_000
/** A cell that still holds what separates cells elsewhere was probably not split where it should have been. */
const NUMBER_OR_TIME = /^[-+]?[\d.,]{1,30}%?$|^[\d/.:T -]{1,30}$/
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]m)?$/i
const UNSPLIT = /[;\t|]|,(?! )/

/**
 * Finds out how a text is delimited: each candidate reads the first 200 records, and the one whose field counts agree
 * best (share of the most frequent count times that count, times the share of cells that look split) wins.
 */
export function detectDialect(text: string, wanted: string | null): CsvDialect {
  const sample = text.slice(0, SAMPLE_CHARS)
  const lineEnding = lineEndingOf(sample)
  const candidates = wanted === null ? CANDIDATES : [wanted]
  let best = { score: -1, delimiter: ',', quote: '"' }
  for (const delimiter of candidates) {
    if (delimiter === ':' && best.score >= GOOD_ENOUGH) continue
    const quote = quoteFor(sample, delimiter)
    const score = scoreOf(sample, delimiter, quote)
    if (score > best.score + 1e-9) best = { score, delimiter, quote }
  }
  return { delimiter: best.delimiter, quote: best.quote, lineEnding }
}

function scoreOf(sample: string, delimiter: string, quote: string): number {
  const records = readRecords(sample, { delimiter, quote }, SAMPLE_RECORDS)
    .map(({ cells }) => cells)
    .filter((cells) => cells.length > 1 || (cells[0]?.trim() ?? '') !== '')
  if (records.length === 0) return 0
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [fields, times] = [...counts].reduce((top, next) => (next[1] > top[1] ? next : top), [0, 0])
  if (fields < 2 || (delimiter === ':' && !isColonTable(records))) return 0
  const cells = records.flat()
  const clean = cells.filter((cell) => NUMBER_OR_TIME.test(cell.trim()) || !UNSPLIT.test(cell)).length
  return (times / records.length) * fields * (clean / cells.length)
}

/** A colon parts cells only where it does so in every line, and what it parts is no time. */
function isColonTable(records: readonly (readonly string[])[]): boolean {
  const isTime = (cells: readonly string[]) => CLOCK.test(cells.join(':').trim())
  return records.every(({ length }) => length === records[0]?.length) && !records.slice(-1).every(isTime)
}

/** Single quotes are quotes only in a text without double ones, where whole cells stand in them. */
function quoteFor(sample: string, delimiter: string): string {
  if (sample.includes('"') || !sample.includes("'")) return '"'
  const cells = sample.split(/\r\n|[\r\n]/).flatMap((line) => line.split(delimiter).map((cell) => cell.trim()))
  const opened = cells.filter((cell) => cell.startsWith("'")).length
  const closed = cells.filter((cell) => cell.endsWith("'") && cell.length > 1).length
  return opened >= 2 && opened === closed ? "'" : '"'
}

function lineEndingOf(sample: string): CsvDialect['lineEnding'] {
  const crlf = sample.includes('\r\n')
  const rest = sample.replaceAll('\r\n', '')
  const found = [
    ...(crlf ? (['crlf'] as const) : []),
    ...(rest.includes('\n') ? (['lf'] as const) : []),
    ...(rest.includes('\r') ? (['cr'] as const) : []),
  ]
  if (found.length > 1) return 'mixed'
  return found[0] ?? 'none'
}
