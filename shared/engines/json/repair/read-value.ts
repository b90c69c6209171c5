import { isKeyAhead } from './key-ahead.ts'
import { readArray } from './read-array.ts'
import { readObject } from './read-object.ts'
import { readBare, readNumber, readWord } from './read-scalar.ts'
import { isQuoteAt, readString } from './read-string.ts'
import type { Context, Reader } from './reader.ts'

/** Python's sets: braces around plain values only. */
const SET =
  /\{\s*(?:"[^"\\\n]*"|'[^'\\\n]*'|-?\d+(?:\.\d+)?)(?:\s*,\s*(?:"[^"\\\n]*"|'[^'\\\n]*'|-?\d+(?:\.\d+)?))+\s*,?\s*\}/y
/** Python's `b'...'`, with an end on the same line. */
const PREFIX = /([bBuUrRfF]{1,2})(?=(["'])[^\n]{0,500}?\2\s*[,)}\]:])/y
const CALL = /(?:new\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/y

/** Any value at the reader's position, in any notation that is clearly meant as JSON. */
export function readValue(reader: Reader, context: Context): unknown {
  const { next } = reader
  if (next === '{') return reader.match(SET) === null ? readObject(reader) : readArray(reader, '}')
  if (next === '[') return readArray(reader)
  if (next === '(' && context !== 'root') return readTuple(reader)
  const prefix = reader.match(PREFIX)?.[1]
  if (prefix !== undefined && context !== 'root') {
    reader.repair('string_prefix', `removed the prefix ${prefix} of a string`)
    reader.at += prefix.length
  }
  if (isQuoteAt(reader)) return readJoined(reader, context)
  const call = readCall(reader)
  if (call !== null) return call.value
  const scalar = readNumber(reader, context) ?? readWord(reader)
  return (scalar ?? readBare(reader, context)).value
}

/** `(1, 2)` is an array, `(1)` only a value in brackets. */
function readTuple(reader: Reader): unknown {
  const start = reader.at
  const items = readArray(reader, ')')
  const isSingle = items.length === 1 && !/,\s*\)$/.test(reader.text.slice(Math.max(start, reader.at - 40), reader.at))
  reader.repair(
    'tuple_to_array',
    isSingle ? 'removed the brackets around a value' : 'turned a tuple into an array',
    start,
  )
  return isSingle ? items[0] : items
}

/** `ObjectId("...")`, `new Date(0)`, `Decimal('1.5')`: the argument, or a list of several. */
function readCall(reader: Reader): { value: unknown } | null {
  const name = reader.match(CALL)?.[0]
  if (name === undefined) return null
  const start = reader.at
  const mark = reader.log.mark
  reader.at += name.length - 1
  const values = readArray(reader, ')')
  if (reader.match(/\s*(?:$|[,;}\])]|\/[/*]|#)/y) === null) {
    reader.at = start
    reader.log.rollback(mark)
    return null
  }
  const effect = values.length === 1 ? 'lossless' : values.length === 0 ? 'lossy' : 'structural'
  reader.repair('stripped_call', `took the argument out of ${name.slice(0, 40)}...)`, start, effect)
  return { value: values.length === 1 ? values[0] : values.length === 0 ? null : values }
}

/** A string and those joined to it: by `+`, or in a member simply by standing behind it, as in Python. */
function readJoined(reader: Reader, context: Context): string {
  const start = reader.at
  const parts = [readString(reader, context)]
  for (;;) {
    const end = reader.at
    const mark = reader.log.mark
    reader.skipBlank()
    const hasPlus = reader.next === '+'
    if (hasPlus) {
      reader.at += 1
      reader.skipBlank()
    }
    const isNext =
      isQuoteAt(reader) &&
      (hasPlus || (context === 'member' && reader.at > end && !isKeyAhead(reader, reader.at, true)))
    if (!isNext) {
      if (hasPlus && reader.isDone) break
      reader.at = end
      reader.log.rollback(mark)
      break
    }
    parts.push(readString(reader, context))
  }
  if (parts.length > 1) reader.repair('concatenated_string', `joined ${parts.length} strings`, start)
  return parts.join('')
}
