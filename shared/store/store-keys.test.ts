import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { cursorAfter, placeOf } from './cursor.ts'
import { clearanceToken, readClearance } from './spending/clearance.ts'
import { idOf, storeKeys, tokenHash } from './store-keys.ts'

const keys = storeKeys('s'.repeat(32))
const others = storeKeys('t'.repeat(32))

test('tokens and ids are the same for the same record, and another service makes others', () => {
  expect(keys.token('shr_1')).toBe(storeKeys('s'.repeat(32)).token('shr_1'))
  expect(keys.token('shr_1')).toMatch(/^[\w-]{43}$/)
  expect(new Set([keys.token('shr_1'), keys.token('shr_2'), others.token('shr_1')]).size).toBe(3)
  expect(tokenHash('x')).toMatch(/^[0-9a-f]{64}$/)
  expect(idOf('note', 'e1')).toMatch(/^note_[0-9A-Za-z]{22}$/)
  expect(new Set([idOf('note', 'e1'), idOf('note', 'e2'), idOf('shr', 'e1'), idOf('note', 'e1', 1)]).size).toBe(4)
})

test('a cursor is good for its list and filters only', () => {
  const cursor = cursorAfter(keys, 'notes:a', { tag: 't' }, ['2026-11-20', 7])
  expect(placeOf(keys, 'notes:a', { tag: 't' }, cursor)).toEqual(['2026-11-20', '7'])
  expect(placeOf(keys, 'notes:a', { tag: 't' }, undefined)).toBe(null)
  for (const [list, filter] of [
    ['notes:b', { tag: 't' }],
    ['notes:a', {}],
  ] as const) {
    expect(() => placeOf(keys, list, filter, cursor)).toThrow(Refusal)
  }
  expect(() => placeOf(others, 'notes:a', { tag: 't' }, cursor)).toThrow(Refusal)
})

test('a cursor or clearance that we did not sign is refused', () => {
  const clearance = { id: 'spd_1', agent: 'a', amount_cents: 5, payee: null, nonce: 'n', exp: 1 }
  const token = clearanceToken(keys, clearance)
  expect(readClearance(keys, token)).toEqual(clearance)
  expect(readClearance(others, token)).toBe(null)
  fc.assert(
    fc.property(fc.string(), fc.nat(token.length - 1), (text, at) => {
      expect(readClearance(keys, text)).toBe(null)
      expect(readClearance(keys, `clr_${text}.${text}`)).toBe(null)
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      const read = readClearance(keys, changed)
      // The last digit of base64url has bits that say nothing.
      const saysNothing = at === token.length - 1 || token[at + 1] === '.'
      expect(saysNothing || read === null).toBe(true)
      expect(() => placeOf(keys, 'x', {}, text)).toThrow(Refusal)
    }),
  )
})
