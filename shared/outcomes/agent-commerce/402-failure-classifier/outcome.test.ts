import { describe, expect, test } from 'vitest'

import { listedErrorCodes } from '#shared/engines/x402/wire/error-codes.rules.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { failureClassifier } from './outcome.ts'
import { baseAccept, base64, goodDocument, PAYEE } from '#test/support/fakes/payment-documents.ts'

type Answer = { category: string; money_state: string; resign_safe: boolean; action: string; decision: string }
// Safe: the declared output.
const run = async (input: unknown) => (await failureClassifier.run(input, fakeContext())) as Answer
const payment = (nonce = '22', accepted = baseAccept()) => ({
  x402Version: 2,
  accepted,
  payload: {
    signature: `0x${'11'.repeat(65)}`,
    authorization: {
      from: PAYEE,
      to: PAYEE,
      value: '20000',
      validAfter: '0',
      validBefore: '1',
      nonce: `0x${nonce.repeat(32)}`,
    },
  },
})
const header = (settlement: Record<string, unknown>) => ({ 'PAYMENT-RESPONSE': base64(settlement) })
const HASH = `0x${'1'.repeat(64)}`

describe('402-failure-classifier', () => {
  test('a first 402 asks for payment', async () => {
    const body = { x402Version: 2, error: 'PAYMENT-SIGNATURE header is required', accepts: [] }
    expect(await run({ status: 402, body })).toMatchObject({
      category: 'not_paid',
      action: 'pay',
      resign_safe: true,
      money_state: 'not_moved',
    })
    expect(await run({ status: 402, body: goodDocument() })).toMatchObject({ category: 'not_paid', action: 'pay' })
  })

  test('after a payment was sent, only a server that saw none says not paid', async () => {
    const body = { ...goodDocument(), error: 'PAYMENT-SIGNATURE header is required' }
    expect(await run({ status: 402, body, payment: payment() })).toMatchObject({
      category: 'not_paid',
      resign_safe: true,
    })
    expect(await run({ status: 402, body: goodDocument(), payment: payment() })).toMatchObject({
      money_state: 'unknown',
      resign_safe: false,
      action: 'poll_settlement',
    })
  })

  test.each(['timeout after 30000ms', 'fetch failed', 'socket hang up', 'ECONNRESET', 'The operation was aborted'])(
    '%s after paying is unknown, never failed',
    async (error) => {
      expect(await run({ error, payment: { x402Version: 2 } })).toMatchObject({
        money_state: 'unknown',
        action: 'poll_settlement',
        resign_safe: false,
      })
      expect(await run({ error })).toMatchObject({ money_state: 'not_moved', resign_safe: true })
    },
  )

  test('what never reached the server moved nothing', async () => {
    expect(await run({ error: 'connect ECONNREFUSED 127.0.0.1:443', payment: payment() })).toMatchObject({
      money_state: 'not_moved',
      resign_safe: true,
    })
  })

  test('a settled payment that is denied is not paid again', async () => {
    const settlement = { success: true, transaction: HASH, network: 'eip155:8453', payer: PAYEE }
    for (const status of [402, 403, 500, 503])
      expect(await run({ status, headers: header(settlement), payment: payment() })).toMatchObject({
        category: 'paid_but_denied',
        money_state: 'moved',
        resign_safe: false,
        action: 'contact_merchant',
      })
  })

  test('a failed settlement with a hash may have moved money', async () => {
    const failed = { success: false, errorReason: 'insufficient_funds', network: 'eip155:8453' }
    expect(
      await run({ status: 402, headers: header({ ...failed, transaction: HASH }), payment: payment() }),
    ).toMatchObject({
      money_state: 'unknown',
      resign_safe: false,
      action: 'poll_settlement',
    })
    expect(
      await run({ status: 402, headers: header({ ...failed, transaction: '' }), payment: payment() }),
    ).toMatchObject({
      category: 'insufficient_funds',
      money_state: 'not_moved',
      action: 'top_up',
    })
  })

  test.each([
    ['invalid_exact_evm_payload_authorization_valid_before', 'expired_authorization'],
    ['invalid_exact_evm_payload_signature', 'bad_signature'],
    ['invalid_exact_evm_payload_authorization_value_mismatch', 'amount_mismatch'],
    ['invalid_x402_version', 'wrong_version'],
    ['invalid_network', 'wrong_network_or_asset'],
    ['settlement_pending', 'settlement_pending'],
    ['permit2_deadline_expired', 'expired_authorization'],
    ['invalid_exact_svm_payload_mint_mismatch', 'wrong_network_or_asset'],
  ])('%s is %s', async (code, category) => {
    expect(await run({ status: 402, body: { error: code }, payment: payment() })).toMatchObject({
      category,
      confidence: 1,
    })
  })

  test('no listed code ever lets a client sign again while money may be under way', async () => {
    const unknown: string[] = []
    for (const code of listedErrorCodes) {
      const answer = await run({ status: 402, body: { errorReason: code }, payment: payment() })
      if (answer.category === 'unknown') unknown.push(code)
      expect(answer.resign_safe, code).toBe(answer.money_state === 'not_moved')
      expect(answer.resign_safe || !['fix_and_resign', 'pay', 'top_up'].includes(answer.action), code).toBe(true)
    }
    // A plain "payment required" after paying says nothing: the server may have taken the money.
    expect(unknown).toEqual(['payment_required'])
  })

  test.each([
    { status: 402, body: { errorReason: 'settlement_pending', transaction: HASH } },
    { status: 402, body: { error: 'unexpected_settle_error' } },
    { status: 402, body: { invalidReason: 'invalid_exact_evm_nonce_already_used' } },
    { status: 409, body: { code: 'payment_already_used' } },
    { status: 409 },
    { status: 402, body: { success: false, errorReason: 'insufficient_funds', transaction: HASH } },
    { error: 'settlement timed out' },
    { error: 'authorization is used or canceled' },
  ])('%j tells of a payment, though the caller sends none along', async (failure) => {
    expect(await run(failure)).toMatchObject({
      money_state: 'unknown',
      resign_safe: false,
      action: 'poll_settlement',
    })
  })

  test('fresh terms that differ from the paid ones are a change of price', async () => {
    const body = goodDocument({ accepts: [baseAccept({ amount: '30000' })] })
    expect(await run({ status: 402, body, payment: payment() })).toMatchObject({ category: 'price_changed' })
    const elsewhere = goodDocument({ accepts: [baseAccept({ payTo: '0x857b06519E91e3A54538791bDbb0E22373e36b66' })] })
    expect(await run({ status: 402, body: elsewhere, payment: base64(payment()) })).toMatchObject({
      category: 'price_changed',
    })
  })

  test('three equal failures stop the client', async () => {
    const attempt = { at: '2026-11-20T11:00:00Z', status: 500, error: 'boom' }
    const failing = { status: 500, error: 'boom', payment: payment() }
    expect(await run({ ...failing, attempts: [attempt, attempt] })).toMatchObject({
      decision: 'block',
      action: 'stop',
      reasons: [expect.objectContaining({ code: 'same_failure_repeated' })],
    })
    expect((await run({ ...failing, attempts: [attempt] })).decision).not.toBe('block')
    const other = { ...attempt, status: 503 }
    expect((await run({ ...failing, attempts: [attempt, attempt, other] })).decision).not.toBe('block')
  })

  test('the same nonce twice is a reused nonce', async () => {
    const attempts = [{ status: 500, payment_nonce: `0x${'22'.repeat(32)}` }]
    expect(await run({ status: 500, payment: payment(), attempts })).toMatchObject({
      category: 'nonce_reused',
      resign_safe: false,
    })
    expect((await run({ status: 500, payment: payment('33'), attempts })).category).not.toBe('nonce_reused')
  })

  test('waits as long as the server says', async () => {
    expect(await run({ status: 429, headers: { 'Retry-After': '7' } })).toMatchObject({
      category: 'rate_limited',
      action: 'wait_and_retry_same',
      retry_after_s: 7,
    })
    expect(await run({ status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' } })).toMatchObject({
      retry_after_s: 30,
    })
    expect(await run({ status: 429, body: { retry_after_s: 4.2 } })).toMatchObject({ retry_after_s: 5 })
  })

  test('credentials and keys are not payments', async () => {
    expect(await run({ status: 401 })).toMatchObject({ category: 'auth_not_payment', action: 'stop' })
    expect(await run({ status: 402, body: { code: 'insufficient_balance' } })).toMatchObject({ action: 'top_up' })
  })

  test('needs something that failed, before any charge', () => {
    expect(() => failureClassifier.check?.({})).toThrow(Refusal)
    expect(() => failureClassifier.check?.({ headers: {} })).toThrow(Refusal)
    expect(() => failureClassifier.check?.({ body: '' })).not.toThrow()
  })
})
