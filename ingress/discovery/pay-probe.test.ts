import { expect, test } from 'vitest'

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

test('the probe of every outcome shows the very accepts and header of its 402', () => {
  const paid = [...catalog.values()].filter(({ outcome }) => outcome.cents > 0)
  const answers = paid.map((entry) => {
    const { headers, body } = challengeOf(deps.config, offerOf(entry))('req_1')
    const { accepts, alternatives } = JSON.parse(String(body)) as Record<string, unknown>
    const header = headers?.['PAYMENT-REQUIRED'] ?? ''
    return expect.objectContaining({
      slug: entry.outcome.slug,
      unpaid_status: 402,
      price_cents: entry.outcome.cents,
      accepts,
      alternatives,
      header_bytes: header.length,
      payment_required: JSON.parse(Buffer.from(header, 'base64').toString('utf8')),
    })
  })
  expect(paid.map(({ outcome }) => probed(outcome.slug))).toEqual(answers)
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
