import type { Group } from './group-candidates.ts'
import { readValue } from './read-value.ts'
import { Reader } from './reader.ts'
import type { RepairLog } from './repair-log.ts'

/** The first position from `at` that is neither white space nor comment. */
export function afterBlank(text: string, at: number): number {
  const reader = new Reader(text, at, readValue)
  reader.skipBlank()
  return reader.at
}

/** Records what surrounds the value: spare brackets, a trailing comma, a function call, a code fence, or prose. */
export function noteSurroundings(log: RepairLog, text: string, { candidates: [first], end, fenceAt }: Group): void {
  const start = fenceAt ?? first.start
  const rest = fenceAt === null ? end : afterFence(text, end)
  const isBlankBefore = afterBlank(text, 0) >= start
  const before = text.slice(0, start).replace('\ufeff', '').trim()
  const after = text.slice(rest).trim()
  const restAt = text.length - text.slice(rest).trimStart().length
  if (fenceAt !== null) log.add('stripped_fence', fenceAt, 'took the value out of its code fence')
  if (isCallAround(before, after)) log.add('stripped_call', 0, `took the argument out of ${before}...)`)
  else if (/^[\]})]+[;,]?$/.test(after.slice(0, 200)) && after.length <= 200)
    log.add('removed_bracket', restAt, 'removed brackets that close nothing')
  else if (after === ',') log.add('trailing_comma', restAt, 'removed the comma after the value')
  else if (isBlankBefore && before !== '') log.add('comment', 0, 'removed the comment before the value')
  else if (before !== '') log.add('extracted_from_prose', first.start, 'took the value out of the text around it')
  else if (after !== '' && after !== ';') log.add('extracted_from_prose', restAt, 'left out the text after the value')
}

const isCallAround = (before: string, after: string) =>
  before.length <= 80 && /^[\w$.]+\s*\($/.test(before) && /^\)?\s*;?$/.test(after.slice(0, 20))

/** The position behind the fence that closes at or after `end`. */
function afterFence(text: string, end: number): number {
  const fence = /[`~]{3,}/g
  fence.lastIndex = end
  return fence.exec(text) === null ? text.length : fence.lastIndex
}
