import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { challengeOf } from '../call/challenge/challenge.ts'
import { offerOf } from '../call/challenge/offer.ts'
import { payProbes } from './pay-probe.ts'
import { anyEntry, discoveryDeps } from '#test/support/fakes/discovery-site.ts'

const deps = discoveryDeps()
const probe = payProbes(deps)
// Safe: the probe is held against the OpenAPI document in the contract test.
const probed = (slug: string) => JSON.parse(probe(slug).bytes.toString('utf8')) as Record<string, unknown>

describe.each(
  [...catalog.values()]
    .filter(({ outcome }) => outcome.cents > 0)
    .map((entry) => ({ slug: entry.outcome.slug, entry })),
)('pay-probe of $slug', ({ slug, entry }) => {
  test('shows the very accepts and header of the 402', () => {
    const { headers, body } = challengeOf(deps.config, offerOf(entry))('req_1')
    const { accepts, alternatives } = JSON.parse(String(body)) as Record<string, unknown>
    const header = headers?.['PAYMENT-REQUIRED'] ?? ''
    expect(probed(slug)).toMatchObject({
      unpaid_status: 402,
      price_cents: entry.outcome.cents,
      accepts,
      alternatives,
      header_bytes: header.length,
    })
    expect(probed(slug)['payment_required']).toEqual(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
    expect(header.length).toBeLessThanOrEqual(8_000)
  })
})

test('a free outcome has no 402 to show', () => {
  const entry = anyEntry()
  const free = { ...entry, priceMicroUsdc: 0n, outcome: { ...entry.outcome, slug: 'gratis', cents: 0 } }
  const document = payProbes(discoveryDeps({ catalog: new Map([['gratis', free]]) }))('gratis')
  expect(JSON.parse(document.bytes.toString('utf8'))).toMatchObject({
    price_cents: 0,
    price_usd: '0.00',
    unpaid_status: 200,
    accepts: [],
    payment_required: null,
  })
})

test.each(['nope', '', '__proto__', 'constructor'])('an unknown slug (%j) is not found', (slug) => {
  expect(() => probe(slug)).toThrow(Refusal)
})
