import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import type { Inspected, InspectQuestion } from '#shared/doors/settlement.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { settlementStatus } from './outcome.ts'

const HASH = `0x${'ab'.repeat(32)}`
const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const FROM = '0x857b06519E91e3A54538791bDbb0E22373e36b66'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const PAYMENT = {
  x402Version: 2,
  accepted: { scheme: 'exact', network: 'eip155:8453', amount: '10000', asset: USDC, payTo: PAY_TO, extra: {} },
  payload: {
    signature: `0x${'2d'.repeat(65)}`,
    authorization: {
      from: FROM,
      to: PAY_TO,
      value: '10000',
      validAfter: '1740672089',
      validBefore: '1740672154',
      nonce: `0x${'f3'.repeat(32)}`,
    },
  },
}
const NOTHING: Inspected = {
  noPayment: null,
  block: { number: 1_000, timeS: 1_763_640_000 },
  transaction: null,
  payment: null,
}
const transfer = (raw: string) => ({ from: FROM.toLowerCase(), to: PAY_TO.toLowerCase(), asset: USDC, raw })
const mined = (changes: Partial<NonNullable<Inspected['transaction']>> = {}) => ({
  id: HASH,
  ok: true,
  block: 990,
  confirmations: 11,
  finality: 'finalized' as const,
  transfers: [transfer('10000')],
  ...changes,
})
const paid = (changes: Partial<NonNullable<Inspected['payment']>> = {}) => ({
  state: 'paid' as const,
  reason: null,
  transaction: HASH,
  nonce: PAYMENT.payload.authorization.nonce,
  used: true,
  validBeforeS: 1_740_672_154,
  ...changes,
})

async function ask(input: Record<string, unknown>, ...shown: Partial<Inspected>[]) {
  const asked: InspectQuestion[] = []
  const settlement = {
    inspect: (question: InspectQuestion) => {
      const seen = shown[Math.min(asked.length, shown.length - 1)] ?? {}
      asked.push(question)
      return Promise.resolve({ ...NOTHING, ...seen, latencyMs: 12 })
    },
  }
  settlementStatus.check?.(settlementStatus.input.parse(input))
  // Safe: the outcome answers an object.
  const answer = (await settlementStatus.run(input, fakeContext({ settlement, now: () => new Date() }))) as Record<
    string,
    unknown
  >
  return { answer, asked }
}

test('settlement-status: answers with its example', async () => {
  const { answer } = await ask(settlementStatus.example.input, { block: { number: 38_000_000, timeS: 1_795_175_998 } })
  expect(answer).toEqual(settlementStatus.example.output)
})

describe('settlement-status: what the nonce says comes first', () => {
  test('a used authorization with its transfer is settled, and never signed again', async () => {
    const { answer, asked } = await ask({ payment: PAYMENT }, { payment: paid(), transaction: mined() })
    expect(answer).toMatchObject({
      status: 'settled',
      decision: 'allow',
      safe_to_resign: false,
      advice: 'serve',
      transaction: HASH,
      transfer: { raw: '10000', amount: '0.01' },
      authorization: { used: true, expired: true },
    })
    expect(asked).toMatchObject([{ network: 'eip155:8453', payment: { paymentRequirements: { payTo: PAY_TO } } }])
  })

  test('unused past validBefore by a final block is expired, and may be signed again', async () => {
    const payment = paid({ state: 'unpaid', reason: 'authorization_expired', transaction: null, used: false })
    expect((await ask({ payment: PAYMENT }, { payment })).answer).toMatchObject({
      status: 'expired_unused',
      decision: 'block',
      safe_to_resign: true,
      advice: 'resign',
      authorization: { expired: true },
    })
  })

  test('unused and in its window is pending, even after a reverted try', async () => {
    const payment = paid({ state: 'unknown', reason: 'not_settled_yet', transaction: null, used: false })
    const seen = { payment, transaction: mined({ ok: false, transfers: [] }) }
    expect((await ask({ payment: PAYMENT, transaction: HASH }, seen)).answer).toMatchObject({
      status: 'pending',
      safe_to_resign: false,
      advice: 'wait',
    })
  })

  test.each(['node_is_behind', 'use_not_found', 'transaction_not_found'])('%s is unknown', async (reason) => {
    const payment = paid({ state: 'unknown', reason, transaction: null, used: null })
    expect((await ask({ payment: PAYMENT }, { payment })).answer).toMatchObject({
      status: 'unknown',
      safe_to_resign: false,
      advice: 'reconcile',
    })
  })

  test('a cancelled one failed', async () => {
    const payment = paid({ state: 'unpaid', reason: 'authorization_canceled', transaction: null })
    expect((await ask({ payment: PAYMENT }, { payment })).answer).toMatchObject({
      status: 'failed',
      safe_to_resign: true,
    })
  })
})

describe('settlement-status: a transaction alone', () => {
  test('that was reverted failed', async () => {
    const seen = { transaction: mined({ ok: false, transfers: [] }) }
    expect((await ask({ network: 'base', transaction: HASH }, seen)).answer).toMatchObject({
      status: 'failed',
      safe_to_resign: true,
      decision: 'block',
    })
  })

  test('that moved nothing is no payment that is known', async () => {
    const seen = { transaction: mined({ transfers: [] }) }
    expect((await ask({ network: 'base', transaction: HASH }, seen)).answer).toMatchObject({
      status: 'unknown',
      safe_to_resign: false,
    })
  })

  test('that a seller told as pending is pending while the chain does not show it', async () => {
    const response = { success: false, errorReason: 'settlement_pending', transaction: HASH, network: 'eip155:8453' }
    const { answer } = await ask({ payment_response: response }, {})
    expect(['pending', 'unknown']).toContain(answer['status'])
    expect(answer).toMatchObject({ safe_to_resign: false })
  })

  test('a failure without a transaction is unknown until the payment is asked about', async () => {
    const response = { success: false, errorReason: 'unexpected_settle_error', transaction: '', network: 'base' }
    expect((await ask({ payment_response: response }, {})).answer).toMatchObject({
      status: 'unknown',
      safe_to_resign: false,
      advice: 'reconcile',
    })
  })
})

test('settlement-status: a transfer other than the expected one blocks', async () => {
  const input = {
    network: 'base',
    transaction: HASH,
    expected: { amount: '10000', pay_to: PAY_TO.toUpperCase().replace('X', 'x') },
  }
  expect((await ask(input, { transaction: mined({ transfers: [transfer('5000')] }) })).answer).toMatchObject({
    status: 'settled',
    decision: 'block',
    expectation: { met: false, mismatches: ['amount'] },
    advice: 'reconcile',
    safe_to_resign: false,
  })
  const both = { transaction: mined({ transfers: [transfer('5000'), transfer('10000')] }) }
  expect((await ask(input, both)).answer).toMatchObject({ decision: 'allow', transfer: { raw: '10000' } })
})

test('settlement-status: waits for an end as long as it was told', async () => {
  const input = { network: 'base', transaction: HASH, wait_s: 2 }
  const { answer, asked } = await ask(input, {}, { transaction: mined() })
  expect([answer['status'], asked.length]).toEqual(['settled', 2])
})

describe('settlement-status: refuses, uncharged,', () => {
  test.each([
    ['nothing to look for', {}],
    ['no network', { transaction: HASH }],
    ['a network it does not settle on', { transaction: HASH, network: 'eip155:84532' }],
    ['an id of another network', { transaction: HASH, network: 'solana' }],
    ['a payment that is none', { payment: '!!!' }],
    ['a payment without a payload', { payment: { x402Version: 2, network: 'base' } }],
    ['a response that is none', { payment_response: '[1' }],
  ])('%s', async (_, input) => {
    await expect(ask(input, {})).rejects.toMatchObject({ code: 'validation_error' })
  })

  test('what the settlement process finds to be no payment', async () => {
    await expect(ask({ payment: PAYMENT }, { noPayment: 'Only EIP-3009 is settled.' })).rejects.toMatchObject({
      code: 'validation_error',
    })
  })
})

test('settlement-status: any payment and response is answered or refused, never a fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.oneof(fc.jsonValue(), fc.constant(PAYMENT)), async (payment, response) => {
      const input = { payment, payment_response: response, network: 'base' }
      const parsed = settlementStatus.input.safeParse(input)
      if (!parsed.success) return
      await ask(input, {}).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }),
    { numRuns: 200 },
  )
})
