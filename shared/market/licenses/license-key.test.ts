import fc from 'fast-check'
import { expect, test } from 'vitest'

import { licenseKeys, MOST_GENERATIONS } from './license-key.ts'

const keys = licenseKeys('test-secret-test-secret-test-secret-0123', true)
const Ref = fc.record({ purchaseId: fc.uuid(), generation: fc.integer({ min: 0, max: MOST_GENERATIONS }) })

test('a key says which purchase it is of, however it is typed', () => {
  fc.assert(
    fc.property(Ref, (ref) => {
      const key = keys.issue(ref)
      expect(key).toMatch(/^FBL(?:-[0-9A-Z]{6}){8}$/)
      expect(keys.read(key)).toEqual(ref)
      expect(keys.read(` ${key.toLowerCase()}\n`)).toEqual(ref)
    }),
  )
})

test('any text, and any key with another character, is read as no key and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(keys.read(text)).toBeNull()
    }),
  )
  const key = keys.issue({ purchaseId: '019a0000-0000-7000-8000-000000000001', generation: 3 })
  for (let at = 4; at < key.length; at += 1) {
    for (const other of '0AZ-'.replace(key[at] ?? '', '')) {
      expect(keys.read(key.slice(0, at) + other + key.slice(at + 1))).toBeNull()
    }
  }
})

test('keys of another secret, and of play money, are no keys here', () => {
  const ref = { purchaseId: '019a0000-0000-7000-8000-000000000001', generation: 0 }
  for (const other of [
    licenseKeys('another-secret-another-secret-another', true),
    licenseKeys('test-secret-test-secret-test-secret-0123', false),
  ])
    expect(keys.read(other.issue(ref))).toBeNull()
})
