import { describe, expect, test } from 'vitest'

import type { Endpoint } from '#shared/doors/sellers.ts'
import { Refusal } from '#shared/errors.ts'

import { endpointMatch } from './endpoint-match.ts'
import { signingContext } from '#test/support/fakes/payment-documents.ts'

type Answer = { best: { slug: string; url: string; price_cents: number } | null; catalog_version: string }
// Safe: the declared output.
const run = async (input: unknown) => (await endpointMatch.run(input, signingContext())) as Answer

describe('endpoint-match, over what is sold here', () => {
  test.each([
    ['repair broken json from an llm', 'json-repair'],
    ['check a 402 document before I pay', 'payment-required-lint'],
    ['which network should my wallet pay on', 'accepts-network-select'],
    ['why did my paid call fail', '402-failure-classifier'],
    ['lint my facilitator payload', 'facilitator-payload-lint'],
    ['check if a command is dangerous', 'destructive-action-guard'],
    ['take a picture of a website', 'screenshot'],
    ['count tokens', 'token-budget-guard'],
    ['store a note for later', 'notepad-save'],
    ['who owns a domain', 'rdap-whois'],
    ['convert usd to eur', 'currency-convert'],
    ['is this skill safe to install', 'skill-vet'],
    ['detect drift in model output', 'drift-guard'],
  ])('%s: %s', async (need, slug) => {
    expect((await run({ need })).best?.slug).toBe(slug)
  })

  test('order a pizza: nothing', async () => {
    expect(await run({ need: 'order a pizza' })).toMatchObject({ decision: 'reject', matches: [] })
  })

  test('names the address, the price and a way to try', async () => {
    expect(await run({ need: 'lint a payment required document', limit: 1 })).toMatchObject({
      best: {
        url: expect.stringMatching(/^https:\/\/farebox\.example\/.*payment-required-lint$/),
        price_cents: 2,
        method: 'POST',
        pay_probe_url: 'https://farebox.example/api/v1/outcomes/pay-probe/payment-required-lint',
      },
      catalog_version: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('finds what sellers sell, in its scope alone, and counts their texts less until they are proved', async () => {
    const endpoint = (slug: string, quality: number): Endpoint => ({
      slug,
      title: 'Tide times',
      description: 'High and low water of a harbour on a day.',
      tags: ['tides'],
      cents: 60,
      url: `https://farebox.example/api/v1/seller-endpoints/${slug}/call`,
      probeUrl: `https://farebox.example/api/v1/seller-endpoints/${slug}`,
      kind: 'seller',
      quality,
      inputSchema: { properties: { harbour: { type: 'string' } }, required: ['harbour'] },
      outputSchema: {},
      sample: { harbour: 'Dover' },
    })
    const sold = [endpoint('tide-times-new', 0), endpoint('tide-times-old', 0.9)]
    const context = { ...signingContext(), sellers: { endpoints: async () => sold, isOnSale: async () => true } }
    const found = (scope: string) => endpointMatch.run({ need: 'tide times of a harbour', scope, limit: 2 }, context)
    for (const scope of ['sellers', 'all'])
      expect(await found(scope)).toMatchObject({
        matches: [{ slug: 'tide-times-old', kind: 'seller', price_cents: 60 }, { slug: 'tide-times-new' }],
        best: { url: sold[1]?.url, sample_body: { harbour: 'Dover' } },
      })
    expect(JSON.stringify(await found('outcomes'))).not.toContain('tide-times')
  })

  test('refuses what is nested too deep, before any charge', () => {
    let have: Record<string, unknown> = {}
    for (let level = 0; level < 200; level += 1) have = { have }
    expect(() => endpointMatch.check?.({ need: 'abc', have })).toThrow(Refusal)
  })
})
