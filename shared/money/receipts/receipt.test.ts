import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { receiptProblems } from '#shared/engines/guard/receipt-fields.ts'
import { type FieldError, Refusal } from '#shared/errors.ts'
import { attempt } from '#test/support/attempt.ts'

import { readReceiptFields, signedText } from './receipt.ts'
import { receiptVectors, receiptWish } from '#test/support/files/receipt-vectors.ts'

/** Where fields are unfit, as the refusal names the places; empty when they can be signed. */
function refusedPlaces(value: unknown): FieldError['loc'][] {
  const read = attempt(() => readReceiptFields(value))
  if (!(read instanceof Error)) return []
  if (!(read instanceof Refusal) || read.code !== 'validation_error' || !Array.isArray(read.detail.detail)) throw read
  return read.detail.detail.map(({ loc }) => loc)
}

describe('what is to be signed', () => {
  test('is taken as given, with the digest in lower case', () => {
    const digest = String(receiptWish()['payload_digest'])
    expect(readReceiptFields(receiptWish({ payload_digest: digest.toUpperCase() }))).toEqual({
      ...receiptWish(),
      decision_ref: null,
    })
  })

  test('gets a nonce of its own when it has none, and an empty quote', () => {
    const { nonce: _, quote: __, ...bare } = receiptWish()
    const [first, second] = [readReceiptFields(bare), readReceiptFields(bare)]
    expect(first).toMatchObject({ quote: '', nonce: expect.stringMatching(/^n_[0-9a-f]{32}$/) })
    expect(second.nonce).not.toBe(first.nonce)
  })

  test.each(receiptVectors.refused)('is refused with $name in $field', ({ field, value }) => {
    expect(refusedPlaces(receiptWish({ [field]: value }))).toEqual([['body', field]])
  })

  test('is refused with every unfit field named at once', () => {
    expect(refusedPlaces({ agent_id: 'a|b', action: 7, nonce: 'short' })).toEqual([
      ['body', 'agent_id'],
      ['body', 'action'],
      ['body', 'payload_digest'],
      ['body', 'nonce'],
    ])
  })

  test('may cite a decision that holds pipes, which is not signed, but no control characters', () => {
    expect(readReceiptFields(receiptWish({ decision_ref: 'a|b' })).decision_ref).toBe('a|b')
    expect(refusedPlaces(receiptWish({ decision_ref: 'a\nb' }))).toEqual([['body', 'decision_ref']])
  })

  test('is refused or read, whatever it is', () => {
    const anyWish = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          agent_id: fc.string({ unit: 'binary' }),
          action: fc.string({ unit: 'binary' }),
          payload_digest: fc.constantFrom('a'.repeat(64), 'b', ''),
          nonce: fc.string({ unit: 'binary' }),
          decision_ref: fc.option(fc.string()),
        },
        { requiredKeys: [] },
      ),
    )
    fc.assert(fc.property(anyWish, (value) => void refusedPlaces(value)))
  })

  test('can be signed whenever preflight-before-write found no problem with it', () => {
    const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 20 }))
    const fields = fc.record(
      { agent_id: field, nonce: field, quote: field, payload_digest: fc.constant('a'.repeat(64)) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fields, (sent) => {
        if (receiptProblems(sent).length > 0) return
        // It counts UTF-16 units, the schema characters.
        if (Array.from(sent.nonce ?? 'generated').length < 8) return
        expect(refusedPlaces({ action: 'preflight:go', ...sent })).toEqual([])
      }),
    )
  })
})

describe('the signed text', () => {
  test('has the published order', () => {
    const names = { agent_id: 'agent_id', action: 'action', payload_digest: 'payload_digest' }
    expect(signedText({ ...names, nonce: 'nonce', quote: 'quote', ts: 'ts' })).toBe(receiptVectors.signed_text)
  })

  test('is never the same for different fields', () => {
    const field = fc.stringMatching(/^[ab-]{1,4}$/)
    const fields = fc.record({ agent_id: field, action: field, nonce: field, quote: field })
    const textOf = (some: object) =>
      signedText({ payload_digest: 'd', ts: 't', ...some } as Parameters<typeof signedText>[0])
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        expect(textOf(one) === textOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })
})
