import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseConfig } from '#shared/config.ts'
import { CircuitBreaker, type Verdict } from '#shared/lib/concurrency/circuit-breaker.ts'
import { createLog } from '#shared/log.ts'

import { acceptsFor } from '../accepts.ts'
import type { AskSettlement } from '../settlement/ask-settlement.ts'
import { FACILITATOR_BREAKER, facilitatorOf, openFacilitator } from './facilitator.ts'
import type { ForwardedPayload } from './match-payment.ts'

const log = createLog('silent')
const settings = (more: Record<string, string>) =>
  parseConfig({ DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32), ...more })
const feePayer = '2Egi4NEeBUFCP5Pq4W9vH5uyvNgPfV2zLwTff48rexfZ'
const accounts = {
  SETTLEMENT_URL: 'http://127.0.0.1:1',
  BASE_PAY_TO: '0x000000000000000000000000000000000000dEaD',
  SOLANA_PAY_TO: feePayer,
  SOLANA_FEE_PAYER: feePayer,
}
const [base, solana] = acceptsFor(settings(accounts), 10_000n, true)
if (base === undefined || solana === undefined) throw new Error('there are two')
const payload: ForwardedPayload = { x402Version: 2, resource: { url: 'http://x' }, accepted: base, payload: {} }

const asking = (answer: unknown, options: { isOurs?: boolean; chain?: AskSettlement | null } = {}) => {
  const ask: AskSettlement = async () => {
    if (answer instanceof Error) throw answer
    return { status: 200, body: answer }
  }
  const { isOurs = true, chain = ask } = options
  return facilitatorOf({ url: 'http://f', isOurs, ask, chain, log })
}

const KINDS = {
  kinds: [
    { x402Version: 2, scheme: 'exact', network: base.network },
    { x402Version: 2, scheme: 'exact', network: solana.network, extra: { feePayer } },
  ],
}

describe('what a facilitator answers to verify', () => {
  test.each<[unknown, object]>([
    [
      { isValid: true, extra: { balance: '5' } },
      { kind: 'valid', balance: 5n },
    ],
    [{ isValid: true }, { kind: 'valid', balance: null }],
    [
      { isValid: true, extra: { balance: 5 } },
      { kind: 'valid', balance: null },
    ],
    [
      { isValid: true, extra: null },
      { kind: 'valid', balance: null },
    ],
    [
      { isValid: false, invalidReason: 'insufficient_funds' },
      { kind: 'invalid', reason: 'insufficient_funds' },
    ],
    [{ isValid: false, invalidReason: 'unexpected_verify_error' }, { kind: 'unknown' }],
    [{ isValid: false }, { kind: 'unknown' }],
    [{ ok: false, code: 'internal' }, { kind: 'unknown' }],
    ['yes', { kind: 'unknown' }],
    [null, { kind: 'unknown' }],
    [new Error('reset'), { kind: 'unknown', why: 'reset' }],
  ])('%j', async (answer, verified) => {
    expect(await asking(answer).verify(payload, base)).toMatchObject(verified)
  })
})

describe('what a facilitator answers to settle is one of three', () => {
  const success = { success: true, transaction: '0x1', network: base.network, payer: 'p' }
  test.each<[unknown, object]>([
    [success, { kind: 'paid', transaction: '0x1' }],
    [{ ...success, amount: '10000' }, { kind: 'paid' }],
    [{ ...success, amount: '9999' }, { kind: 'unknown' }],
    [{ ...success, network: 'eip155:1' }, { kind: 'unknown' }],
    [{ ...success, transaction: '' }, { kind: 'unknown' }],
    [
      { success: false, errorReason: 'insufficient_funds', transaction: '' },
      { kind: 'failed', reason: 'insufficient_funds' },
    ],
    [
      { success: false, errorReason: 'insufficient_funds', transaction: '0x1' },
      { kind: 'unknown', transaction: '0x1' },
    ],
    [
      { success: false, errorReason: 'settlement_pending', transaction: '0x1' },
      { kind: 'unknown', transaction: '0x1' },
    ],
    [{ success: false, errorReason: 'invalid_exact_evm_nonce_already_used', transaction: '' }, { kind: 'unknown' }],
    [{ success: false, errorReason: 'duplicate_settlement', transaction: '' }, { kind: 'unknown' }],
    [{ success: false, errorReason: 'invalid_exact_evm_transaction_failed', transaction: '0x1' }, { kind: 'unknown' }],
    [{ success: false, errorReason: 'a word of tomorrow' }, { kind: 'unknown' }],
    [{ success: false }, { kind: 'unknown' }],
    [{ success: 'true' }, { kind: 'unknown' }],
    [new Error('time-out'), { kind: 'unknown', why: 'time-out' }],
  ])('%j', async (answer, settled) => {
    expect(await asking(answer).settle(payload, base)).toMatchObject(settled)
  })
})

describe('what our settlement answers to lookup', () => {
  test.each<[unknown, object]>([
    [
      { state: 'paid', transaction: '0x1' },
      { kind: 'paid', transaction: '0x1' },
    ],
    [{ state: 'paid' }, { kind: 'unknown' }],
    [
      { state: 'unpaid', reason: 'authorization_expired' },
      { kind: 'unpaid', reason: 'authorization_expired' },
    ],
    [
      { state: 'unknown', reason: 'not_settled_yet' },
      { kind: 'unknown', isAnswered: true },
    ],
    [
      { state: 'unknown', reason: 'rpc_unreachable' },
      { kind: 'unknown', isAnswered: false },
    ],
    [{ state: 'maybe' }, { kind: 'unknown', isAnswered: false }],
    [new Error('reset'), { kind: 'unknown', isAnswered: false }],
  ])('%j', async (answer, found) => {
    expect(await asking(answer).lookup(payload, base)).toMatchObject(found)
  })
})

test('whatever a facilitator answers, nothing throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (answer) => {
      const facilitator = asking(answer)
      for (const operation of ['verify', 'settle', 'lookup'] as const) {
        expect(await facilitator[operation](payload, base)).toHaveProperty('kind')
      }
      expect(await facilitator.whyNotReady(base)).toEqual(expect.any(String))
    }),
  )
})

describe('a facilitator is ready', () => {
  test('for the networks it says it settles, on Solana with the fee payer we offer', async () => {
    expect(await asking(KINDS).whyNotReady(base)).toBeNull()
    expect(await asking(KINDS).whyNotReady(solana)).toBeNull()
    const other = { ...solana, extra: { feePayer: 'another' } }
    expect(await asking(KINDS).whyNotReady(other)).toContain('fee payer')
    expect(await asking({ kinds: [KINDS.kinds[0]] }).whyNotReady(solana)).toContain('does not settle')
    expect(await asking({ kinds: [{ ...KINDS.kinds[0], x402Version: 1 }] }).whyNotReady(base)).toContain(
      'does not settle',
    )
  })

  test('not before it has said so, and not after it failed five times in a row', async () => {
    expect(await asking(new Error('down')).whyNotReady(base)).toContain('does not answer')
    const facilitator = asking({ ...KINDS, success: 'what' })
    expect(await facilitator.whyNotReady(base)).toBeNull()
    for (let nth = 0; nth < 5; nth += 1) await facilitator.settle(payload, base)
    expect(await facilitator.whyNotReady(base)).toContain('in time')
  })

  test('whatever it answers of payments: nobody switches off the payments of others', async () => {
    const answers = [
      {
        isValid: false,
        invalidReason: 'unexpected_verify_error',
        success: false,
        errorReason: 'unexpected_settle_error',
      },
      { isValid: false, success: false, errorReason: 'invalid_exact_evm_nonce_already_used', transaction: '' },
    ]
    for (const answer of answers) {
      const facilitator = asking({ ...KINDS, ...answer })
      for (let nth = 0; nth < 6; nth += 1) {
        expect(await facilitator.verify(payload, base)).toMatchObject({ kind: 'unknown' })
        expect(await facilitator.settle(payload, base)).toMatchObject({ kind: 'unknown' })
      }
      expect(await facilitator.whyNotReady(base)).toBeNull()
    }
  })

  test('never where its word could not be held against the chain', async () => {
    expect(await asking(KINDS, { isOurs: false, chain: null }).whyNotReady(base)).toContain('SETTLEMENT_URL')
  })
})

test('the breaker of a facilitator opens after five failures in a row, lets one attempt through after three seconds, closes when it works', () => {
  let now = 0
  const breaker = new CircuitBreaker(FACILITATOR_BREAKER, () => now)
  const report = (...verdicts: Verdict[]) => verdicts.forEach((verdict) => breaker.report(verdict))
  report('down', 'down', 'down', 'down', 'up', 'down', 'down', 'down', 'down')
  expect(breaker.enter()).toBe(0)
  report('down')
  expect(breaker.enter()).toBe(3_000)
  now = 3_000
  expect(breaker.enter()).toBe(0)
  expect(breaker.enter()).toBeGreaterThan(0)
  report('down')
  now = 5_999
  expect(breaker.enter()).toBe(1)
  now = 6_000
  expect(breaker.enter()).toBe(0)
  report('up')
  expect([breaker.enter(), breaker.enter()]).toEqual([0, 0])
})

test('the breaker of a facilitator hears of settlements while it is open: one that works closes it, one that fails prolongs it', () => {
  let now = 0
  const breaker = new CircuitBreaker(FACILITATOR_BREAKER, () => now)
  for (let nth = 0; nth < 5; nth += 1) breaker.report('down')
  now = 2_000
  breaker.report('down')
  now = 3_000
  expect(breaker.enter()).toBe(2_000)
  breaker.report('up')
  expect(breaker.enter()).toBe(0)
})

describe('the facilitator is chosen by the settings', () => {
  const url = 'http://127.0.0.1:8403'
  test('ours, unless another is named', () => {
    expect(openFacilitator(settings({}), log)).toBeNull()
    expect(openFacilitator(settings({ SETTLEMENT_URL: url }), log)).toMatchObject({ isOurs: true, url })
    expect(openFacilitator(settings({ SETTLEMENT_URL: url, FACILITATOR_URL: `${url}/` }), log)).toMatchObject({
      isOurs: true,
    })
    const outside = settings({ SETTLEMENT_URL: url, FACILITATOR_URL: 'http://127.0.0.1:9000' })
    expect(openFacilitator(outside, log)).toMatchObject({ isOurs: false, url: 'http://127.0.0.1:9000' })
  })

  test('none is asked by anything but HTTP', () => {
    for (const other of ['file:///etc/passwd', 'ftp://facilitator.example', 'javascript:0']) {
      expect(() => settings({ FACILITATOR_URL: other })).toThrow('FACILITATOR_URL')
    }
  })

  test('the playground takes none that is elsewhere', () => {
    expect(() => openFacilitator(settings({ FACILITATOR_URL: 'https://x402.org/facilitator' }), log)).toThrow(
      /play money/,
    )
  })
})
