import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { acceptsDualRailCheck } from './outcome.ts'
import { baseAccept, goodDocument, PAYEE, solanaAccept } from '#test/support/fakes/payment-documents.ts'

const ENDPOINT = 'https://m.test/x'
const document = (accepts: unknown[]) =>
  goodDocument({ resource: { url: ENDPOINT, description: 'X.', mimeType: 'application/json' }, accepts })
const paid = (accepts: unknown[]): Told => ({
  status: 402,
  headers: headersOf(document(accepts)),
  body: JSON.stringify(document(accepts)),
})

function check(told: Told, input: Record<string, unknown> = {}) {
  const egress = fakeEgress({ [ENDPOINT]: told, 'https://merchant.example/free': 'hello' })
  const body = { url: ENDPOINT, ...input }
  acceptsDualRailCheck.check?.(acceptsDualRailCheck.input.parse(body))
  return { answer: acceptsDualRailCheck.run(body, fakeContext({ egress })), egress }
}

test('accepts-dual-rail-check: answers with its example', async () => {
  const { answer } = check('', acceptsDualRailCheck.example.input)
  expect(await answer).toEqual(acceptsDualRailCheck.example.output)
})

test('accepts-dual-rail-check: both rails at one price are a go', async () => {
  expect(await check(paid([baseAccept(), solanaAccept()])).answer).toMatchObject({
    decision: 'go',
    dual_rail: true,
    status: 402,
    x402_version: 2,
    price_parity: { equal: true, diff_pct: 0 },
    first_rail: 'base',
    rails: { base: { indexes: [0], payable: true }, solana: { indexes: [1], payable: true }, others: [] },
  })
})

test('accepts-dual-rail-check: one rail is worth a look, none is not', async () => {
  expect(await check(paid([baseAccept()])).answer).toMatchObject({
    decision: 'review',
    dual_rail: false,
    rails: { solana: { present: false } },
    findings: [{ code: 'DR_SINGLE_RAIL' }],
  })
  const polygon = baseAccept({ network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' })
  expect(await check(paid([polygon])).answer).toMatchObject({
    decision: 'no-go',
    rails: { others: ['eip155:137'] },
    first_rail: 'eip155:137',
  })
})

describe('accepts-dual-rail-check: prices', () => {
  test.each([
    ['12500', 25, 'no-go', 'error'],
    ['10500', 5, 'review', 'warning'],
    ['10050', 0.5, 'go', undefined],
    ['7000', 30, 'no-go', 'error'],
  ])('of 10000 and %s are %d percent apart: %s', async (amount, diff, decision, severity) => {
    const answer = await check(paid([baseAccept({ amount: '10000' }), solanaAccept({ amount })])).answer
    expect(answer).toMatchObject({
      decision,
      price_parity: { equal: false, base_atomic: '10000', solana_atomic: amount, diff_pct: diff },
    })
    // Safe: the outcome answers an object with findings.
    const { findings } = answer as { findings: { code: string; severity: string }[] }
    expect(findings.find(({ code }) => code === 'DR_PRICE_DIFFERS')?.severity).toBe(severity)
  })

  test('of tokens that are no dollars are not compared', async () => {
    const euro = solanaAccept({ asset: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr' })
    expect(await check(paid([baseAccept(), euro])).answer).toMatchObject({
      price_parity: { equal: null, diff_pct: null },
    })
  })
})

test('accepts-dual-rail-check: one address on both rails, and a test network beside a real one, are errors', async () => {
  const codesOf = async (accepts: unknown[]) =>
    // Safe: the outcome answers an object with findings.
    ((await check(paid(accepts)).answer) as { findings: { code: string }[] }).findings.map(({ code }) => code)
  expect(await codesOf([baseAccept(), solanaAccept({ payTo: PAYEE })])).toContain('DR_SAME_PAYTO')
  expect(
    await codesOf([
      baseAccept(),
      solanaAccept(),
      baseAccept({
        network: 'eip155:84532',
        asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
        extra: { name: 'USDC', version: '2' },
      }),
    ]),
  ).toContain('DR_TESTNET_MIX')
})

test('accepts-dual-rail-check: a rail that cannot be paid is said so', async () => {
  expect(await check(paid([baseAccept(), solanaAccept({ extra: {} })])).answer).toMatchObject({
    dual_rail: false,
    decision: 'no-go',
    rails: { solana: { present: true, payable: false, errors: ['PR_SVM_FEE_PAYER_MISSING'] } },
  })
})

test('accepts-dual-rail-check: GET is asked first, POST where GET is not paid for', async () => {
  const { answer, egress } = check(({ method }) =>
    method === 'POST' ? Object(paid([baseAccept(), solanaAccept()])) : { status: 405 },
  )
  expect(await answer).toMatchObject({ decision: 'go' })
  expect(egress.asked.map(({ request }) => request.method)).toEqual(['GET', 'POST'])
  const posted = check(paid([baseAccept()]), { method: 'POST', body: { q: 1 } })
  await posted.answer
  expect(posted.egress.asked).toMatchObject([{ request: { method: 'POST', json: { q: 1 } } }])
})

test('accepts-dual-rail-check: an endpoint that does not answer is a verdict, one that may not be asked is refused', async () => {
  expect(await check(new Refusal('upstream_unavailable', 'No.')).answer).toMatchObject({
    decision: 'no-go',
    status: null,
    as_of: null,
    findings: [{ code: 'DR_UNREACHABLE' }],
  })
  await expect(check('', { url: 'http://localhost' }).answer).rejects.toMatchObject({ code: 'url_not_allowed' })
  expect(() => check('', { url: 'ftp://m.test' })).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
})

test('accepts-dual-rail-check: whatever it answers, there is a verdict', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), async (status, body) => {
      expect(await check({ status, body, headers: { 'payment-required': body } }).answer).toHaveProperty('decision')
    }),
    { numRuns: 100 },
  )
})
