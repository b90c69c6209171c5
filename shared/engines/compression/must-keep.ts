import { RE2JS } from 're2js'

import { invalidFields } from '#shared/errors.ts'

import { contentWords } from '../facts/sentences.ts'

export type MustKeep = { item: string; status: 'kept' | 'lost' | 'paraphrased' }

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,]+/g, ' ')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .trim()
const PARAPHRASED = 0.85

/**
 * Checks whether each phrase, value or pattern (`re:` and RE2 syntax) is still present. Throws `invalidFields` for a
 * bad pattern.
 */
export function checkMustKeep(items: readonly string[], original: string, compressed: string): MustKeep[] {
  const [before, after] = [plain(original), plain(compressed)]
  const words = contentWords(compressed)
  const digits = digitsOnly(after)
  return items.map((item, index) => {
    if (item.startsWith('re:'))
      return { item, status: keepsPattern(item.slice(3), index, original, compressed) ? 'kept' : 'lost' }
    const wanted = plain(item)
    if (after.includes(wanted) || (digits.includes(digitsOnly(wanted)) && /^[$€£]?[\d,. ]+$/.test(item.trim())))
      return { item, status: 'kept' }
    const parts = [...contentWords(item)]
    const share = parts.filter((word) => words.has(word)).length / Math.max(1, parts.length)
    return { item, status: parts.length > 1 && share >= PARAPHRASED && before !== '' ? 'paraphrased' : 'lost' }
  })
}

const digitsOnly = (text: string) => text.replace(/(?<=\d)[, ](?=\d{3})/g, '')

function keepsPattern(source: string, index: number, original: string, compressed: string): boolean {
  const pattern = compile(source, index)
  const wanted = matches(pattern, original)
  const there = new Set(matches(pattern, compressed))
  return wanted.length === 0 ? there.size > 0 : wanted.every((match) => there.has(match))
}

function compile(source: string, index: number): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch {
    throw invalidFields({
      path: ['must_keep', index],
      msg: 'Value error, not a pattern in RE2 syntax',
      input: source.slice(0, 80),
    })
  }
}

function matches(pattern: RE2JS, text: string): string[] {
  const found = new Set<string>()
  for (const [match] of pattern.matchAll(text)) {
    if (match !== undefined) found.add(match)
    if (found.size >= 200) break
  }
  return [...found]
}
