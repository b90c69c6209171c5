import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseAccept, PAYEE } from '#test/support/fakes/payment-documents.ts'
import { verifySettleResponseDelta } from './outcome.ts'

const run = (input: unknown) => verifySettleResponseDelta.run(input, fakeContext())
const HASH = '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef'
const settled = { success: true, transaction: HASH, network: 'eip155:8453', payer: PAYEE }
const failed = (errorReason: string, transaction = '') => ({
  success: false,
  errorReason,
  transaction,
  network: 'eip155:8453',
})

describe('verify-settle-response-delta', () => {
  test('is settled when both agree, whatever the case of the payer', async () => {
    const settle = { success: true, transaction: HASH, network: 'eip155:84532', payer: '0xa' }
    expect(await run({ verify: { isValid: true, payer: '0xA' }, settle })).toMatchObject({
      outcome: 'settled',
      serve_resource: true,
      resign_safe: false,
      retry: 'none',
      decision: 'go',
    })
  })

  test('does not call a failure final that may have moved money', async () => {
    for (const settle of [
      failed('unexpected_settle_error', '0xabc'),
      failed('settlement_pending'),
      failed('unexpected_settle_error'),
      failed('insufficient_funds', HASH),
      failed('never heard of'),
      { success: false, transaction: '', network: 'eip155:8453' },
    ])
      expect(await run({ verify: { isValid: true }, settle })).toMatchObject({
        outcome: 'settle_unknown',
        resign_safe: false,
        retry: 'poll_chain',
        serve_resource: false,
      })
  })

  test('calls a definite failure without a transaction final', async () => {
    expect(await run({ verify: { isValid: true }, settle: failed('insufficient_funds') })).toMatchObject({
      outcome: 'settle_failed',
      resign_safe: true,
      retry: 'none',
      error_class: 'funds',
    })
    expect(
      await run({
        verify: { isValid: true },
        settle: failed('invalid_exact_evm_payload_authorization_valid_before'),
      }),
    ).toMatchObject({ outcome: 'settle_failed', retry: 'new_payload', error_class: 'time_window' })
  })

  test('sees the contradiction of a refused payment that was taken', async () => {
    const verify = { isValid: false, invalidReason: 'invalid_network' }
    expect(await run({ verify, settle: { success: true, transaction: '0x12', network: 'base' } })).toMatchObject({
      outcome: 'contradiction',
      decision: 'no-go',
      serve_resource: false,
      resign_safe: false,
      retry: 'poll_chain',
    })
  })

  test('tells verify alone, settle alone, and nothing', async () => {
    expect(await run({ verify: { isValid: true } })).toMatchObject({ outcome: 'incomplete', decision: 'review' })
    expect(await run({ verify: { isValid: false, invalidReason: 'insufficient_funds' } })).toMatchObject({
      outcome: 'verify_rejected',
      resign_safe: true,
      error_class: 'funds',
    })
    expect(await run({ settle: settled })).toMatchObject({ outcome: 'settled_without_verify', serve_resource: false })
    expect(() => verifySettleResponseDelta.check?.({})).toThrow(Refusal)
  })

  test.each([
    ['payer', { ...settled, payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66' }],
    ['network', { ...settled, network: 'eip155:84532' }],
    ['amount', { ...settled, amount: '19999' }],
  ])('does not serve when the %s differs', async (field, settle) => {
    const requirements = baseAccept()
    expect(await run({ verify: { isValid: true, payer: PAYEE }, settle, requirements })).toMatchObject({
      outcome: 'settled',
      serve_resource: false,
      decision: 'no-go',
      deltas: expect.arrayContaining([expect.objectContaining({ field, severity: 'error' })]),
    })
  })

  test('lets upto settle for less, never for more, and reads v1 names of networks', async () => {
    const requirements = baseAccept({ scheme: 'upto', network: 'base' })
    const verify = { isValid: true, payer: PAYEE }
    expect(await run({ verify, settle: { ...settled, amount: '5' }, requirements })).toMatchObject({
      serve_resource: true,
    })
    expect(await run({ verify, settle: { ...settled, amount: '20001' }, requirements })).toMatchObject({
      serve_resource: false,
    })
  })

  test('checks the shape of both answers', async () => {
    expect(
      await run({ verify: { isValid: 'yes' }, settle: { success: 1, transaction: null, network: '' } }),
    ).toMatchObject({
      decision: 'no-go',
      outcome: 'settle_unknown',
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'VS_VERIFY_SHAPE', path: '/verify/isValid' }),
        expect.objectContaining({ code: 'VS_SETTLE_SHAPE', path: '/settle/success' }),
        expect.objectContaining({ code: 'VS_SETTLE_SHAPE', path: '/settle/transaction' }),
        expect.objectContaining({ code: 'VS_SETTLE_SHAPE', path: '/settle/network' }),
      ]),
    })
    expect(await run({ settle: { ...settled, transaction: '' } })).toMatchObject({ outcome: 'settle_unknown' })
  })
})
