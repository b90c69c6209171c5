import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { findPersonalData } from './find-personal-data.ts'

const kinds = (text: string) => findPersonalData(text).map(({ rule_id }) => rule_id)

describe('memory-exfil-guard: personal data', () => {
  test.each([
    ['a mail address', 'write to ann.lee@corp-mail.io', 'email'],
    ['a phone number with its country', 'call +49 30 901820', 'phone'],
    ['a phone number after a word for it', 'phone: (212) 555-0187', 'phone'],
    ['a Visa card', 'card 4242 4242 4242 4242', 'payment-card'],
    ['an American Express card', 'card 3782 822463 10005', 'payment-card'],
    ['a German IBAN', 'DE89 3704 0044 0532 0130 00', 'iban'],
    ['a British IBAN', 'GB82WEST12345698765432', 'iban'],
    ['a Norwegian IBAN', 'NO93 8601 1117 947', 'iban'],
    ['a social security number', 'SSN 536-90-4399', 'us-ssn'],
    ['a place to ten metres', 'at 59.91273, 10.74609', 'coordinates'],
    ['a public address', 'from 93.184.216.34', 'ip-address'],
  ])('is found: %s', (_what, text, kind) => {
    expect(kinds(text)).toEqual([kind])
  })

  test.each([
    ['a card with a wrong check digit', '4242 4242 4242 4243'],
    ['an IBAN with a digit changed', 'DE89 3704 0044 0532 0130 01'],
    ['an IBAN that is too short', 'DE89 3704 0044 0532 0130'],
    ['areas that are never issued', '000-12-3456 666-12-3456 912-12-3456'],
    ['a number of advertisements', '078-05-1120'],
    ['an address of a reserved domain', 'ann@example.com'],
    ['a version', 'version 93.184.216.34'],
    ['an address of a private network', '10.1.2.3'],
    ['a place to a kilometre', 'at 59.91, 10.75'],
    ['a date and a time', '2026-03-01 10:15:00'],
    ['an order number', 'order 1234567890123'],
  ])('is not: %s', (_what, text) => {
    expect(kinds(text)).toEqual([])
  })

  test('is told by places of the text that do not overlap, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('+4930901820', 'a@b.io', '4242424242424242', '1.2.3.4', ' ', '-'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let last = 0
        for (const { start, end } of findPersonalData(text)) {
          expect(start >= last && start < end && end <= text.length).toBe(true)
          last = end
        }
      }),
      { numRuns: 200 },
    )
  })
})
