import { isKeyAhead } from './key-ahead.ts'
import { readLooseMembers } from './read-object.ts'
import type { Reader } from './reader.ts'
import { isQuoteAt } from './read-string.ts'
import { dropStray, isClosed, skipEllipsis, skipSeparators } from './separators.ts'

/** An array from its opening bracket on. `closer` differs for Python's tuples and sets. */
export function readArray(reader: Reader, closer: ']' | ')' | '}' = ']'): unknown[] {
  const start = reader.at
  reader.enter(closer === ']' ? '[' : closer === ')' ? '(' : '{')
  reader.at += 1
  const items: unknown[] = []
  for (;;) {
    skipSeparators(reader, items.length)
    while (skipEllipsis(reader)) skipSeparators(reader, 0)
    if (isClosed(reader, closer)) break
    const before = reader.at
    if (isQuoteAt(reader) && isKeyAhead(reader, reader.at)) items.push(readLooseMembers(reader))
    else if (/^[:=]$/.test(reader.next)) dropStray(reader)
    else items.push(reader.value('item'))
    if (reader.at === before) dropStray(reader)
  }
  reader.leave()
  if (closer === '}') reader.repair('set_to_array', 'turned a set of values into an array', start)
  return items
}
