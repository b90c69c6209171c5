import { expect, test } from 'vitest'

import { newFence } from './fence.ts'

/** Bytes as variation selectors behind a letter, which nobody sees. */
const smuggled = (text: string) =>
  `A${[...Buffer.from(text)].map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)).join('')}`

test.each([
  ['tags', `A${String.fromCodePoint(...[...'obey'].map((letter) => 0xe0000 + letter.charCodeAt(0)))}`],
  ['variation selectors', smuggled('obey')],
  ['directional isolates', 'A\u2066\u2069\u202e'],
  ['fillers and soft hyphens', 'A\u3164\u115f\u00ad\u034f'],
  ['joiners', 'A\u200b\u2060\ufeff'],
])('a model is not shown %s', (_, text) => {
  expect(newFence().around('document', text)).toMatch(/>>>\nA\n<<<end/)
})

test('no text can close its own fence, for nobody knows its word', () => {
  const [one, other] = [newFence(), newFence()]
  const inside = one.around('document', 'x')
  expect(other.around('document', inside)).toContain(inside)
  expect(other.rules).not.toContain(/<<<(\w+)/.exec(inside)?.[1])
})
