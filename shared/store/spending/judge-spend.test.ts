import { describe, expect, test } from 'vitest'

import type { SpendIntent, SpendPolicy } from '#shared/doors/spending.ts'

import { judgeClearance, judgeNonce, judgeSpend, type SpendEntry, type SpendLimit, windowOf } from './judge-spend.ts'
import { gcraAnswer, gcraTimes } from './rates-door.ts'

const intent: SpendIntent = { agentId: 'a', amountCents: 100, payee: 'shop', purpose: null, nonce: 'n' }
const policy: SpendPolicy = { ceilingCents: 500, windowS: 60, perCallMaxCents: null, allowPayees: null }
const limit: SpendLimit = {
  which: 'request',
  ceilingCents: 500,
  windowS: 60,
  spentCents: 300,
  reservedCents: 100,
  oldestExpiresAt: null,
  fitsInS: null,
}
const entry: SpendEntry = { id: 'e', nonce: 'n', amountCents: 100, payee: 'shop', state: 'reserved', isExpired: false }

describe('a spend', () => {
  test('fits up to the last cent and not beyond', () => {
    expect(judgeSpend(intent, { request: policy, stored: null }, [limit])).toEqual({ blocks: [], retryAfterS: null })
    const over = judgeSpend({ ...intent, amountCents: 101 }, { request: policy, stored: null }, [
      { ...limit, fitsInS: 30 },
    ])
    expect(over).toMatchObject({ blocks: [{ code: 'over_ceiling', policy: 'request' }], retryAfterS: 30 })
  })

  test('is held against the request and the stored policy, every reason named', () => {
    const stored = { ...policy, perCallMaxCents: 50, allowPayees: ['other'] }
    const { blocks, retryAfterS } = judgeSpend(intent, { request: { ...policy, allowPayees: [] }, stored }, [
      { ...limit, which: 'stored', ceilingCents: 450, fitsInS: 9 },
    ])
    expect(blocks.map(({ code, policy: from }) => `${from}: ${code}`)).toEqual([
      'request: payee_not_allowed',
      'stored: over_per_call_max',
      'stored: payee_not_allowed',
      'stored: over_ceiling',
    ])
    expect(retryAfterS).toBe(null)
    expect(
      judgeSpend({ ...intent, payee: null }, { request: { ...policy, allowPayees: ['shop'] }, stored: null }, [])
        .blocks,
    ).toHaveLength(1)
  })

  test('shows the window that leaves least', () => {
    expect(
      windowOf([limit, { ...limit, which: 'stored', ceilingCents: 410 }], { reserved: 5, spent: 0 }),
    ).toMatchObject({ ceilingCents: 410, reservedCents: 105 })
  })
})

test('a nonce stands for one intent: again it is a replay, over it is anew, and once committed it is done', () => {
  expect(judgeNonce(null, intent)).toBe('new')
  expect(judgeNonce(entry, intent)).toBe('replay')
  expect(judgeNonce({ ...entry, isExpired: true }, intent)).toBe('anew')
  expect(judgeNonce({ ...entry, state: 'released' }, intent)).toBe('anew')
  expect(judgeNonce({ ...entry, state: 'committed' }, intent)).toMatchObject({ code: 'already_committed' })
  expect(judgeNonce({ ...entry, amountCents: 99 }, intent)).toMatchObject({ code: 'replay_conflict' })
  expect(judgeNonce({ ...entry, payee: null }, intent)).toMatchObject({ code: 'replay_conflict' })
})

test('a clearance is good for one commit, of its amount and payee, in its time', () => {
  const code = (
    some: Partial<SpendEntry> | null,
    more: Partial<SpendIntent> = {},
    verb: 'commit' | 'release' = 'commit',
  ) => {
    const verdict = judgeClearance(some === null ? null : { ...entry, ...some }, { ...intent, ...more }, verb)
    return verdict !== null && typeof verdict === 'object' ? verdict.code : verdict
  }
  expect(code({})).toBe(null)
  expect(code({}, { amountCents: 1, payee: null })).toBe(null)
  expect(code(null)).toBe('clearance_invalid')
  expect(code({ state: 'committed' })).toBe('clearance_used')
  expect(code({ state: 'released' })).toBe('clearance_used')
  expect(code({ isExpired: true })).toBe('clearance_expired')
  expect(code({}, { amountCents: 101 })).toBe('amount_exceeds_clearance')
  expect(code({}, { payee: 'other' })).toBe('replay_conflict')
  expect(code({ isExpired: true }, {}, 'release')).toBe('done')
  expect(code({ state: 'committed' }, {}, 'release')).toBe('clearance_used')
})

describe('a token bucket', () => {
  const asked = { key: 'k', limit: 3, periodS: 2, burst: 3, cost: 1 }

  test('never loses a token to rounding', () => {
    for (const limit of [3, 7, 60, 999, 1_000_000]) {
      const { takeUs, roomUs } = gcraTimes({ ...asked, limit, burst: limit })
      expect(takeUs * limit).toBeLessThanOrEqual(roomUs)
      expect(takeUs * (limit + 1)).toBeGreaterThan(roomUs - limit - 1)
    }
  })

  test('says what is left and when it is full', () => {
    const { takeUs } = gcraTimes(asked)
    expect(gcraAnswer(asked, { full_in_us: takeUs, allowed: true, earlier: null }, null)).toMatchObject({
      remaining: 2,
      retryAfterS: 0,
      resetAfterS: 0.667,
    })
    expect(gcraAnswer(asked, { full_in_us: 3 * takeUs, allowed: false, earlier: null }, null)).toMatchObject({
      remaining: 0,
      retryAfterS: 0.667,
    })
    expect(gcraAnswer({ ...asked, cost: 4 }, { full_in_us: -5, allowed: false, earlier: null }, 'x')).toMatchObject({
      remaining: 3,
      retryAfterS: null,
      resetAfterS: 0,
      earlierLimit: 'x',
    })
  })
})
