import { preview } from '../json-value.ts'
import { formatNamed } from './formats.ts'
import { fail } from './report.ts'
import type { Keyword } from './visit.ts'

export const maxLength: Keyword = (limit, visit) => {
  const { value } = visit
  if (typeof value !== 'string' || typeof limit !== 'number' || value.length <= limit) return
  const length = codePoints(value)
  if (length <= limit) return
  fail(visit, 'maxLength', {
    message: `must have at most ${limit} characters, but has ${length}`,
    params: { limit },
    expected: `at most ${limit} characters`,
  })
}

export const minLength: Keyword = (limit, visit) => {
  const { value } = visit
  if (typeof value !== 'string' || typeof limit !== 'number') return
  const length = value.length < limit ? value.length : codePoints(value)
  if (length >= limit) return
  fail(visit, 'minLength', {
    message: `must have at least ${limit} characters, but has ${codePoints(value)}`,
    params: { limit },
    expected: `at least ${limit} characters`,
  })
}

export const pattern: Keyword = (source, visit) => {
  const { value, evaluation } = visit
  if (typeof value !== 'string' || typeof source !== 'string') return
  evaluation.spend(value.length >> 6)
  if (evaluation.patterns.matches(source, value)) return
  fail(visit, 'pattern', {
    message: `must match the pattern ${preview(source, 200)}, but is ${preview(value, 60)}`,
    params: { pattern: source },
    expected: `a string that matches ${preview(source, 200)}`,
  })
}

export const format: Keyword = (name, visit) => {
  const { value, evaluation } = visit
  if (!evaluation.assertsFormat || typeof name !== 'string') return
  const known = formatNamed(name)
  if (known === null || typeof value !== known.type || known.accepts(value)) return
  fail(visit, 'format', {
    message: `must be ${known.label}, but is ${preview(value, 60)}`,
    params: { format: name },
    expected: known.label,
  })
}

/** Characters as JSON Schema counts them: code points, not UTF-16 units. */
function codePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isPair) count -= 1
  }
  return count
}
