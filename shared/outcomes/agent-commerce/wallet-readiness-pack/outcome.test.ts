import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { closedStore } from '#shared/doors/store.ts'
import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { baseAccept, goodDocument, solanaAccept } from '#test/support/fakes/payment-documents.ts'
import { walletReadinessPack } from './outcome.ts'

const ENDPOINT = 'https://merchant.example/paid'
const both = [baseAccept(), solanaAccept()]
const document = (accepts: unknown[]) =>
  goodDocument({ resource: { url: ENDPOINT, description: 'X.', mimeType: 'application/json' }, accepts })
const paid = (accepts: unknown[] = both): Told => ({
  status: 402,
  headers: headersOf(document(accepts)),
  body: JSON.stringify(document(accepts)),
})

type Called = { slug: string; input: Record<string, unknown>; step: string }
type World = { told?: Told; age?: number; spend?: 'allow' | 'block' }

function check(input: Record<string, unknown>, { told = paid(), age = 730, spend = 'allow' }: World = {}) {
  const called: Called[] = []
  const egress = fakeEgress({ [ENDPOINT]: told })
  const payto = {
    observe: async () => ({ firstSeen: '', lastSeen: '', observations: 9, changes: [], earlier: [] }),
  }
  const spending = { ...closedStore('closed').spending, paidTo: async () => 10 }
  const body = { url: ENDPOINT, agent_id: 'a1', ...input }
  walletReadinessPack.check?.(walletReadinessPack.input.parse(body))
  const answer = walletReadinessPack.run(
    body,
    fakeContext({
      egress,
      store: { ...closedStore('closed'), payto, spending },
      upstreams: fakeUpstreams(() => ({ status: 404, body: {} })),
      call: async (slug, sent, step = slug) => {
        // Safe: inputs of outcomes are objects.
        called.push({ slug, input: sent as Record<string, unknown>, step })
        if (slug === 'rdap-whois') return { age_days: age }
        if (slug === 'action-receipt') return { profile: 'action-receipt-v1-rt', nonce: 'n' }
        const isBlocked = spend === 'block'
        return {
          decision: isBlocked ? 'block' : 'allow',
          clearance_token: !isBlocked && step === 'spend-reserve' ? 'clr_x' : null,
          reasons: isBlocked ? [{ code: 'over_ceiling', severity: 'high', message: 'the ceiling is reached' }] : [],
        }
      },
    }),
  )
  return {
    answer,
    called,
    egress,
    verbs: () => called.filter(({ slug }) => slug === 'spend-guard').map(({ input: sent }) => sent['mode']),
  }
}

test('wallet-readiness-pack: a merchant that passes everything: the budget is reserved, and a receipt covers all parts', async () => {
  const { answer, called, verbs, egress } = check({ ceiling_cents: 100 })
  expect(await answer).toMatchObject({
    verdict: 'ready',
    decision: 'ready',
    clearance_token: 'clr_x',
    selected_accept: { network: 'eip155:8453' },
    readiness_receipt: { profile: 'action-receipt-v1-rt' },
    blocking: [],
    total_usdc: '0.15',
    steps: ['legit', 'payto', 'rails', 'spend', 'receipt'].map((step) => ({
      step,
      status: 'pass',
      result_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    })),
  })
  expect(verbs()).toEqual(['reserve'])
  expect(called.find(({ step }) => step === 'spend-reserve')?.input).toMatchObject({
    agent_id: 'a1',
    amount_cents: 2,
    ceiling_cents: 100,
    window_seconds: 86_400,
    payee: 'https://merchant.example',
  })
  expect(called.find(({ slug }) => slug === 'action-receipt')?.input).toMatchObject({
    action: 'wallet-readiness:ready',
    payload_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  // One shared set of probes for all parts.
  expect(egress.asked.filter(({ url }) => url === ENDPOINT)).toHaveLength(2)
})

test('wallet-readiness-pack: another payTo than expected is not ready, and nothing is held', async () => {
  const { answer, verbs } = check({ expected_payto: '0x000000000000000000000000000000000000dEaD' })
  expect(await answer).toMatchObject({
    verdict: 'not_ready',
    blocking: expect.arrayContaining([expect.objectContaining({ code: 'payto_mismatch' })]),
    clearance_token: null,
    selected_accept: null,
    readiness_receipt: null,
  })
  expect(verbs()).toEqual(['check'])
})

test('wallet-readiness-pack: no options are no way to pay, as in the example', async () => {
  const { answer } = check(walletReadinessPack.example.input, { told: paid([baseAccept()]) })
  const { steps, ...rest } = Object(walletReadinessPack.example.output) as { steps: unknown[] }
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(await answer).toMatchObject({
    ...rest,
    checks: expect.any(Array),
    reasons: expect.any(Array),
    blocking: expect.any(Array),
    risk_score: expect.any(Number),
    input_digest: digest,
  })
  expect(steps).toHaveLength(1)
  expect(await answer).toMatchObject({
    blocking: expect.arrayContaining([expect.objectContaining({ code: 'no_options' })]),
  })
})

test('wallet-readiness-pack: a cheap try is not ready', async () => {
  const { answer } = check({}, { age: 3 })
  expect(await answer).toMatchObject({
    verdict: 'not_ready',
    blocking: [{ code: 'too_little_known', message: expect.stringContaining('legit') }],
  })
})

test('wallet-readiness-pack: a budget that says no keeps it from being ready', async () => {
  const { answer, verbs } = check({}, { spend: 'block' })
  expect(await answer).toMatchObject({
    verdict: 'not_ready',
    blocking: [{ code: 'over_ceiling', path: '/steps/3' }],
    clearance_token: null,
    readiness_receipt: null,
  })
  expect(verbs()).toEqual(['reserve'])
})

test('wallet-readiness-pack: an amount over max_usdc is not asked for, one that is unknown neither', async () => {
  const over = check({ amount_cents: 60, max_usdc: 0.5 })
  expect(await over.answer).toMatchObject({ verdict: 'not_ready', blocking: [{ code: 'over_max_usdc' }] })
  expect(over.verbs()).toEqual([])
  const strange = check({}, { told: paid([baseAccept({ asset: '0x000000000000000000000000000000000000dEaD' })]) })
  expect(await strange.answer).toMatchObject({
    blocking: expect.arrayContaining([expect.objectContaining({ code: 'amount_unknown' })]),
  })
})

test('wallet-readiness-pack: a price of less than a cent is within a max_usdc of as much', async () => {
  const tiny = paid([baseAccept({ amount: '4000' })])
  const within = check({ max_usdc: 0.004 }, { told: tiny })
  expect(await within.answer).toMatchObject({ verdict: 'ready', selected_accept: { amount: '4000' } })
  const over = check({ max_usdc: 0.0039 }, { told: tiny })
  expect(await over.answer).toMatchObject({ verdict: 'not_ready', clearance_token: null })
})

test('wallet-readiness-pack: one rail is a warning and no obstacle', async () => {
  expect(await check({}, { told: paid([baseAccept()]) }).answer).toMatchObject({
    verdict: 'ready',
    steps: expect.arrayContaining([expect.objectContaining({ step: 'rails', status: 'warn' })]),
  })
})

test('wallet-readiness-pack: a merchant that does not answer is not ready', async () => {
  const { answer } = check({}, { told: new Refusal('upstream_unavailable', 'No.') })
  expect(await answer).toMatchObject({
    verdict: 'not_ready',
    blocking: expect.arrayContaining([expect.objectContaining({ code: 'unreachable' })]),
  })
})

test.each([[{ agent_id: undefined }], [{ amount_cents: 0 }]])(
  'wallet-readiness-pack: %j does not fit the schema',
  (input) => {
    const body = { url: ENDPOINT, agent_id: 'a1', ...input }
    expect(walletReadinessPack.input.safeParse(body).success).toBe(false)
  },
)

test('wallet-readiness-pack: an agent_id that no receipt can carry is refused', () => {
  expect(() => check({ agent_id: 'a|b' })).toThrow(expect.objectContaining({ code: 'validation_error' }))
})
