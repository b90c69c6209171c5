import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { closedStore } from '#shared/doors/store.ts'
import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { merchantLegitGate } from './outcome.ts'
import { baseAccept, goodDocument } from '#test/support/fakes/payment-documents.ts'

const ENDPOINT = 'https://merchant.example/paid'
const document = (accepts: unknown[] = [baseAccept()]) =>
  goodDocument({ resource: { url: ENDPOINT, description: 'X.', mimeType: 'application/json' }, accepts })
const paid = (accepts?: unknown[]): Told => ({
  status: 402,
  headers: headersOf(document(accepts)),
  body: JSON.stringify(document(accepts)),
})

type World = { pages?: Record<string, Told>; age?: number | Refusal; hosts?: string[]; knownPayers?: number }

function gate(
  input: Record<string, unknown>,
  { pages = { [ENDPOINT]: paid() }, age, hosts, knownPayers = 0 }: World = {},
) {
  const egress = fakeEgress(pages)
  const observed: string[] = []
  const payto = {
    observe: async (origin: string) => {
      observed.push(origin)
      return { firstSeen: '', lastSeen: '', observations: 1, changes: [], earlier: [] }
    },
  }
  const asked: { payees: readonly string[]; slugs: string[] } = { payees: [], slugs: [] }
  const spending = {
    ...closedStore('closed').spending,
    paidTo: async (payees: readonly string[]) => {
      asked.payees = payees
      return knownPayers
    },
  }
  const body = { url: ENDPOINT, ...input }
  merchantLegitGate.check?.(merchantLegitGate.input.parse(body))
  const answer = merchantLegitGate.run(
    body,
    fakeContext({
      egress,
      store: { ...closedStore('closed'), payto, spending },
      upstreams: fakeUpstreams(() =>
        hosts === undefined
          ? 'unreachable'
          : { body: { resources: hosts.map((host) => ({ resource: `https://${host}/a` })) } },
      ),
      call: async (slug) => {
        asked.slugs.push(slug)
        if (age === undefined) throw new Refusal('upstream_unavailable', 'No.')
        if (age instanceof Error) throw age
        return { age_days: age }
      },
    }),
  )
  return { answer, egress, observed, asked }
}

test('merchant-legit-gate: answers with its example: two unpaid probes, and nothing else that is known', async () => {
  const { answer, egress, observed, asked } = gate(merchantLegitGate.example.input)
  expect(await answer).toEqual(merchantLegitGate.example.output)
  expect(egress.asked.filter(({ url }) => url === ENDPOINT)).toHaveLength(2)
  expect(observed).toEqual(['https://merchant.example'])
  expect(asked).toEqual({
    slugs: ['rdap-whois'],
    payees: [ENDPOINT, 'https://merchant.example', '0x209693bc6afc0c5328ba36faf03c514ef312287c'],
  })
})

test('merchant-legit-gate: a merchant with a past is paid', async () => {
  const { answer } = gate({ max_usdc: 0.05 }, { age: 730, hosts: ['merchant.example'], knownPayers: 10 })
  expect(await answer).toMatchObject({
    verdict: 'proceed',
    decision: 'proceed',
    score: 90,
    safe_to_pay: true,
    price_usdc: 0.02,
    unknowns: ['contact', 'category_price'],
    next_action: 'Pay the cheapest option, to the address in payto and no other.',
  })
})

test('merchant-legit-gate: another payTo than expected is a rejection', async () => {
  const { answer } = gate({ expected_payto: '0x000000000000000000000000000000000000dEaD' }, { age: 730 })
  expect(await answer).toMatchObject({
    verdict: 'reject',
    safe_to_pay: false,
    payto: { matches_expected: false },
    reasons: expect.arrayContaining([expect.objectContaining({ code: 'payto_mismatch' })]),
  })
})

test('merchant-legit-gate: more than max_usdc is over the budget', async () => {
  const { answer } = gate(
    { max_usdc: 0.5 },
    { pages: { [ENDPOINT]: paid([baseAccept({ amount: '1000000' })]) }, age: 730 },
  )
  expect(await answer).toMatchObject({ verdict: 'reject', over_budget: true, price_usdc: 1 })
})

test('merchant-legit-gate: the same merchant is enough where little is at stake', async () => {
  expect(await gate({ task_sensitivity: 'low' }).answer).toMatchObject({ verdict: 'proceed', score: 55 })
})

describe('merchant-legit-gate: an endpoint', () => {
  test('that does not answer is rejected, not refused', async () => {
    const { answer } = gate({}, { pages: { [ENDPOINT]: new Refusal('upstream_unavailable', 'No.') } })
    expect(await answer).toMatchObject({ verdict: 'reject', as_of: null, reasons: [{ code: 'unreachable' }] })
  })

  test('that leads elsewhere, and over http, is told', async () => {
    const there = 'http://other.example/paid'
    const pages = { [ENDPOINT]: { status: 302, headers: { location: there } }, [there]: paid() }
    expect(await gate({}, { pages }).answer).toMatchObject({
      score: 15,
      signals: expect.arrayContaining([
        expect.objectContaining({ id: 'http_downgrade', points: -30 }),
        expect.objectContaining({ id: 'redirect', value: 'other.example', points: 0 }),
      ]),
    })
  })

  test('with a mailbox in its openapi.json has a contact', async () => {
    const openapi = JSON.stringify({ info: { contact: { email: 'help@merchant.example' } } })
    expect(
      await gate({}, { pages: { [ENDPOINT]: paid(), 'https://merchant.example/openapi.json': openapi } }).answer,
    ).toMatchObject({
      signals: expect.arrayContaining([
        { id: 'contact', value: 'help@merchant.example', points: 0, evidence: expect.any(String) },
      ]),
    })
  })

  test('that may not be asked is refused', async () => {
    expect(() => gate({ url: 'ftp://x' })).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
  })
})

test('merchant-legit-gate: a fault of ours in a part is a fault', async () => {
  // Safe: not a refusal, on purpose.
  await expect(gate({}, { age: new TypeError('ours') as unknown as Refusal }).answer).rejects.toThrow('ours')
})

test('merchant-legit-gate: a sensitivity that is none is refused', () => {
  expect(merchantLegitGate.input.safeParse({ url: ENDPOINT, task_sensitivity: 'extreme' }).success).toBe(false)
})
