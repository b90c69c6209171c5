import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import type { EgressTls } from '#shared/doors/egress.ts'
import { fakeEgress, type Told } from '#test/support/fakes/fake-egress.ts'

import type { PaytoSeen } from '#shared/doors/merchants.ts'
import { closedStore } from '#shared/doors/store.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { merchantSmoke } from './merchant-smoke.ts'
import { goodDocument } from '#test/support/fakes/payment-documents.ts'

const ENDPOINT = 'https://m.test/x'
const document = goodDocument({ resource: { url: ENDPOINT, description: 'X.', mimeType: 'application/json' } })
const TLS: EgressTls = {
  protocol: 'TLSv1.3',
  cipher: null,
  subject: 'm.test',
  issuer: 'CA',
  validFrom: null,
  validTo: '2027-01-19T12:00:00.000Z',
  names: ['m.test'],
  sanMatch: true,
  trusted: true,
  problem: null,
}
const good = {
  status: 402,
  headers: headersOf(document),
  body: JSON.stringify(document),
  connection: { httpVersion: '1.1', tls: TLS },
} as const

function smoke(told: Told, pages: Record<string, Told> = {}, input: Record<string, unknown> = {}) {
  const observed: { origin: string; seen: readonly PaytoSeen[] }[] = []
  const payto = {
    observe: async (origin: string, seen: readonly PaytoSeen[]) => {
      observed.push({ origin, seen })
      return { firstSeen: '', lastSeen: '', observations: 1, changes: [], earlier: [] }
    },
  }
  const egress = fakeEgress({ [ENDPOINT]: told, ...pages })
  const body = { url: ENDPOINT, ...input }
  merchantSmoke.check?.(merchantSmoke.input.parse(body))
  return {
    answer: merchantSmoke.run(body, fakeContext({ egress, store: { ...closedStore('closed'), payto } })),
    egress,
    observed,
  }
}

const WELL_KNOWN = 'https://m.test/.well-known/x402.json'
const OPENAPI = 'https://m.test/openapi.json'

test('merchant-smoke: answers with its example: that nobody answers is a verdict', async () => {
  const refused = new Refusal('upstream_unavailable', 'No.')
  const { answer } = smoke('', { 'https://merchant.example/gone': refused }, merchantSmoke.example.input)
  expect(await answer).toEqual(merchantSmoke.example.output)
})

test('merchant-smoke: an endpoint as it should be is a go, and is remembered', async () => {
  const { answer, observed } = smoke(good, { [WELL_KNOWN]: '{"x402Version":2}', [OPENAPI]: '{"openapi":"3.1.0"}' })
  expect(await answer).toMatchObject({
    decision: 'go',
    paywalled: true,
    free_answer: false,
    reachable: true,
    price: { usd: '0.02', atomic: '20000', asset: 'USDC', network: 'eip155:8453' },
    options: 2,
    tls: { valid: true, days_left: 60 },
    discovery: { well_known_x402: 'found', openapi: 'found', bazaar_extension: 'missing' },
    cors: true,
    latency_ms: 5,
  })
  expect(observed).toMatchObject([{ origin: 'https://m.test', seen: [{ network: 'eip155:8453' }, {}] }])
})

test('merchant-smoke: without a trace in any directory it is worth a look', async () => {
  expect(await smoke(good).answer).toMatchObject({
    decision: 'review',
    findings: expect.arrayContaining([expect.objectContaining({ code: 'MS_NO_DISCOVERY' })]),
  })
  expect(await smoke(good, { [OPENAPI]: '<html>' }).answer).toMatchObject({ discovery: { openapi: 'invalid' } })
  expect(await smoke(good, { [OPENAPI]: '[]', [WELL_KNOWN]: { status: 404 } }).answer).toMatchObject({
    discovery: { openapi: 'invalid', well_known_x402: 'missing' },
  })
})

test('merchant-smoke: what is free is not for sale', async () => {
  const { answer, observed } = smoke('{"data":1}')
  expect(await answer).toMatchObject({
    free_answer: true,
    paywalled: false,
    decision: 'no-go',
    findings: expect.arrayContaining([expect.objectContaining({ code: 'MS_NOT_PAYWALLED' })]),
  })
  expect(observed).toEqual([])
})

describe('merchant-smoke: a 402 of another kind', () => {
  test.each([
    ['L402 macaroon="x", invoice="y"', 'L402'],
    ['Payment id="x", method="tempo"', 'Payment'],
  ])('%s is told as %s', async (challenge, scheme) => {
    expect(await smoke({ status: 402, headers: { 'www-authenticate': challenge }, body: '{}' }).answer).toMatchObject({
      decision: 'no-go',
      paywalled: false,
      findings: [{ code: 'MS_OTHER_SCHEME', message: expect.stringContaining(scheme) }],
    })
  })

  test('that says nothing is no x402', async () => {
    expect(await smoke({ status: 402, body: '<html>Pay us</html>' }).answer).toMatchObject({
      decision: 'no-go',
      findings: [{ code: 'MS_NOT_X402' }],
    })
  })
})

test.each([
  [
    'a certificate that does not verify',
    { ...TLS, trusted: false, problem: 'CERT_HAS_EXPIRED' },
    'MS_TLS_INVALID',
    'no-go',
  ],
  ['one for another name', { ...TLS, sanMatch: false }, 'MS_TLS_INVALID', 'no-go'],
  ['one that ends soon', { ...TLS, validTo: '2026-11-22T12:00:00.000Z' }, 'MS_TLS_SOON', 'go'],
])('merchant-smoke: %s is found', async (_, tls, code, decision) => {
  const told: Told = { ...good, connection: { httpVersion: '1.1', tls } }
  expect(await smoke(told, { [OPENAPI]: '{}' }).answer).toMatchObject({
    decision,
    findings: expect.arrayContaining([expect.objectContaining({ code })]),
  })
})

test('merchant-smoke: faults of its 402 are faults of it', async () => {
  const broken = { ...document, accepts: [{ ...Object(document.accepts[0]), payTo: 'nobody' }] }
  expect(await smoke({ ...good, headers: headersOf(broken), body: JSON.stringify(broken) }).answer).toMatchObject({
    decision: 'no-go',
    paywalled: true,
    valid: false,
  })
})

test('merchant-smoke: another answer is no 402, and a URL that may not be asked is refused before anything is asked', async () => {
  expect(await smoke({ status: 500 }).answer).toMatchObject({
    findings: [{ code: 'MS_OTHER_STATUS' }],
    decision: 'no-go',
  })
  expect(() => smoke('', {}, { url: 'javascript:1' })).toThrow(expect.objectContaining({ code: 'url_not_allowed' }))
})
