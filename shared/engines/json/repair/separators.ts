import type { Bracket, Reader } from './reader.ts'

const PAIRS: Readonly<Record<string, Bracket>> = { '}': '{', ']': '[', ')': '(' }

/**
 * Skips blanks and commas between members or items and notes what is odd about them. `count` is how many came before.
 * True when the next one may begin: at the start, or behind a comma.
 */
export function skipSeparators(reader: Reader, count: number): boolean {
  reader.skipBlank()
  const first = reader.at
  let commas = 0
  while (/^[,;\u060c\uff0c]$/.test(reader.next)) {
    if (reader.next !== ',') reader.repair('missing_comma', `read ${reader.next} as a comma`)
    reader.at += 1
    commas += 1
    reader.skipBlank()
  }
  const atEnd = reader.isDone || /^[}\])]$/.test(reader.next)
  if (commas === 0) {
    if (count > 0 && !atEnd) reader.repair('missing_comma', 'added a comma')
    return count === 0
  }
  if (atEnd && count > 0) reader.repair('trailing_comma', 'removed the comma after the last entry', first)
  if (commas > 1 || count === 0) reader.repair('extra_comma', 'removed a comma without an entry', first)
  return true
}

/** Skips `...`, which marks omitted entries. */
export function skipEllipsis(reader: Reader): boolean {
  const length = reader.match(/\.{3,}|\u2026/y)?.[0].length
  if (length === undefined) return false
  reader.repair('ellipsis', 'removed an ellipsis; what it stands for is missing')
  reader.at += length
  // A comma after it is skipped too.
  reader.skipBlank()
  if (reader.next === ',') reader.at += 1
  return true
}

/**
 * Whether the container ends here. Its own bracket is consumed; the end of the text and the bracket of an outer
 * container close it; a bracket that fits nothing replaces its own or is dropped.
 */
export function isClosed(reader: Reader, closer: '}' | ']' | ')'): boolean {
  reader.skipBlank()
  if (reader.isDone) {
    reader.repair('closed_bracket', `added the missing ${closer} at the end`)
    return true
  }
  const { next } = reader
  if (next === closer) {
    reader.at += 1
    return true
  }
  const opener = PAIRS[next]
  if (opener === undefined) return false
  if (reader.open.slice(0, -1).includes(opener)) {
    reader.repair('closed_bracket', `added the missing ${closer}`)
    return true
  }
  const after = reader.text.charAt(reader.afterSpace(reader.at + 1))
  const isSpare = after === closer
  reader.repair(
    isSpare ? 'removed_bracket' : 'replaced_bracket',
    isSpare ? `removed a ${next} that closes nothing` : `replaced ${next} by ${closer}`,
  )
  reader.at += 1
  return isSpare ? isClosed(reader, closer) : true
}

/** Drops what fits nowhere, up to the next separator or bracket; always at least one character. */
export function dropStray(reader: Reader): void {
  const start = reader.at
  const length = reader.match(/[^,;{}[\]()"'\r\n]{1,2000}/y)?.[0].length ?? 1
  reader.at += length
  reader.repair(
    'dropped_text',
    `dropped ${JSON.stringify(reader.text.slice(start, Math.min(reader.at, start + 60)))}`,
    start,
  )
}
