import { identityOf, setOwn } from '../json-value.ts'
import { isKeyAhead } from './key-ahead.ts'
import type { Reader } from './reader.ts'
import { isQuoteAt, readString } from './read-string.ts'
import { dropStray, isClosed, skipEllipsis, skipSeparators } from './separators.ts'

/** An object from its opening bracket on. */
export function readObject(reader: Reader): Record<string, unknown> {
  reader.enter('{')
  reader.at += 1
  const isDoubled = /^\{\s*["'\w}]/.test(reader.text.slice(reader.at, reader.at + 40))
  if (isDoubled) reader.at += 1
  const members: Record<string, unknown> = {}
  readMembers(reader, members)
  if (isDoubled) {
    reader.repair('removed_bracket', 'removed the doubled braces')
    reader.skipBlank()
    if (reader.next === '}') reader.at += 1
  }
  reader.leave()
  return members
}

/** Members without braces in the middle of an array: they become an object of their own. */
export function readLooseMembers(reader: Reader): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  reader.repair('replaced_bracket', 'put braces around members inside an array')
  for (;;) {
    readMember(reader, members)
    reader.skipBlank()
    const key = reader.next === ',' ? reader.afterSpace(reader.at + 1) : reader.at
    if (reader.next !== ',' || !isKeyAhead(reader, key)) return members
    reader.at = key
  }
}

function readMembers(reader: Reader, members: Record<string, unknown>): void {
  for (let count = 0; ; count += 1) {
    const mark = reader.log.mark
    const isExpected = skipSeparators(reader, count)
    while (skipEllipsis(reader)) skipSeparators(reader, 0)
    if (isClosed(reader, '}')) {
      if (!closedTooEarly(reader)) return
      reader.repair('removed_bracket', 'removed a } that closed the object too early', reader.at - 1)
      continue
    }
    const start = reader.at
    if (!isExpected && reader.match(STRAY_WORD) !== null) {
      reader.log.rollback(mark)
      dropStray(reader)
      continue
    }
    if (/^[{[]$/.test(reader.next)) {
      if (reader.parent === '[') {
        reader.repair('closed_bracket', 'added the missing }')
        return
      }
      reader.value('member')
      reader.repair('dropped_text', 'dropped a value without a key', start)
    } else readMember(reader, members)
    if (reader.at === start) dropStray(reader)
  }
}

/** A word behind a complete member, with neither comma nor colon. */
const STRAY_WORD = /[\p{L}\p{N}_$]+\s*(?=[,}])/uy

/** After the closing brace come a comma and a member, which only an object can hold. */
function closedTooEarly(reader: Reader): boolean {
  if (reader.text[reader.at - 1] !== '}' || reader.parent === '{') return false
  const comma = reader.afterSpace(reader.at)
  if (reader.text[comma] !== ',') return false
  const key = reader.afterSpace(comma + 1)
  return isQuoteAt(reader, key) && isKeyAhead(reader, key)
}

function readMember(reader: Reader, members: Record<string, unknown>): void {
  const start = reader.at
  const key = readKey(reader)
  if (key === null) return
  reader.skipBlank()
  if (!isQuoteAt(reader, start) && isQuoteAt(reader) && isKeyAhead(reader, reader.at)) {
    reader.repair('dropped_text', `dropped ${key.slice(0, 60)}, which stands before a key`, start)
    return
  }
  const value = readMemberValue(reader, key)
  if (Object.hasOwn(members, key)) {
    const isSame = identityOf(members[key]) === identityOf(value)
    reader.repair(
      'duplicate_key',
      `kept the last of two values for ${JSON.stringify(key.slice(0, 60))}`,
      start,
      isSame ? 'lossless' : 'lossy',
    )
  }
  setOwn(members, key, value)
}

function readMemberValue(reader: Reader, key: string): unknown {
  reader.skipBlank()
  const colon = reader.match(/:+|=>|=|\uff1a/y)?.[0]
  if (colon !== undefined) {
    if (colon !== ':') reader.repair('missing_colon', `read ${colon} as a colon`)
    reader.at += colon.length
    reader.skipBlank()
  }
  if (reader.isDone || /^[,;}\])]$/.test(reader.next)) {
    reader.repair('missing_value', `${JSON.stringify(key.slice(0, 60))} has no value; null was put there`)
    return null
  }
  if (colon === undefined) reader.repair('missing_colon', 'added a colon')
  return reader.value('member')
}

/** A key, quoted or not; null where none can be. */
function readKey(reader: Reader): string | null {
  if (isQuoteAt(reader)) return readString(reader, 'key')
  // A Ruby symbol: `:name => 1`
  if (reader.match(/:(?=[\p{L}_][\p{L}\p{N}_]*\s*=>)/uy) !== null) reader.at += 1
  const start = reader.at
  const bare = reader.match(/[^\s:,;{}[\]()"'`=\u201c\u201d][^:,;{}[\]"'`=\r\n\u201c\u201d]*/y)?.[0].trimEnd()
  if (bare === undefined) return null
  reader.at += bare.length
  if (reader.match(/["'\u201d](?=\s*:)/y) !== null) {
    reader.at += 1
    reader.repair('opened_string', 'added the missing opening quote of a key', start)
  } else reader.repair('quoted_key', `put quotes around the key ${bare.slice(0, 60)}`, start)
  return bare
}
