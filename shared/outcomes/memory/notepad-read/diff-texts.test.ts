import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { diffTexts } from './diff-texts.ts'

const diff = (before: string, after: string) => diffTexts({ before, after, names: ['a', 'b'] })

/** Applies a unified diff strictly: every line it names has to be there. */
function patch(before: string, text: string): string {
  if (text === '') return before
  const lines = before.split('\n')
  const out: string[] = []
  let at = 0
  for (const line of text.split('\n').slice(2)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(line)
    if (hunk !== null) {
      const from = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1)
      out.push(...lines.slice(at, from))
      at = from
      continue
    }
    const rest = line.slice(1)
    if (line[0] !== '+') {
      if (lines[at] !== rest) throw new Error(`line ${at} is not ${rest}`)
      at += 1
    }
    if (line[0] !== '-') out.push(rest)
  }
  return [...out, ...lines.slice(at)].join('\n')
}

describe('notepad-read: a unified diff', () => {
  test('shows the changed lines with three around them, and says where they are', () => {
    const text = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`)
    const changed = text.with(9, 'ten').toSpliced(14, 1)
    expect(diff(text.join('\n'), changed.join('\n'))).toBe(
      '--- a\n+++ b\n@@ -7,12 +7,11 @@\n line 7\n line 8\n line 9\n-line 10\n+ten\n line 11\n line 12\n line 13\n line 14\n-line 15\n line 16\n line 17\n line 18',
    )
  })

  test('is empty for equal texts', () => expect(diff('x\ny', 'x\ny')).toBe(''))

  test('turns one text into the other, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(patch(before, diff(before, after))).toBe(after)
      }),
    )
  })

  test('finds the fewest edits', () => {
    expect(
      diff('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')
        .split('\n')
        .filter((line) => /^[-+](?![-+])/.test(line)),
    ).toHaveLength(5)
  })

  test('of two texts without a common line takes them as a whole, and soon', () => {
    const lines = (letter: string) => Array.from({ length: 60_000 }, (_, n) => `${letter}${n}`).join('\n')
    const [before, after] = [lines('a'), lines('b')]
    expect(patch(before, diff(before, after))).toBe(after)
  })
})
