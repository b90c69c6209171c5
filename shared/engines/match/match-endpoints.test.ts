import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Endpoint } from '#shared/doors/sellers.ts'

import { matchEndpoints } from './match-endpoints.ts'

const endpoint = (
  slug: string,
  description: string,
  { input = {}, output = {}, ...more }: Partial<Endpoint> & { input?: object; output?: object } = {},
): Endpoint => ({
  slug,
  title: slug.replaceAll('-', ' '),
  description,
  tags: [],
  cents: 2,
  url: `https://a.test/${slug}`,
  probeUrl: `https://a.test/probe/${slug}`,
  kind: 'outcome',
  inputSchema: { type: 'object', properties: input, required: Object.keys(input) },
  outputSchema: { type: 'object', properties: output, required: Object.keys(output) },
  sample: {},
  ...more,
})
const text = { type: 'string' }

const endpoints = [
  endpoint('json-repair', 'Repairs malformed JSON, as models write it.', { input: { text }, output: { value: {} } }),
  endpoint('json-schema-diff', 'Compares two JSON Schemas.', { input: { before: {}, after: {} } }),
  endpoint('base-eth-balance', 'Native balance of an address on Base.', {
    input: { address: text },
    output: { wei: text },
  }),
  endpoint('base-erc20-balance', 'Token balance of an address on Base.', { input: { address: text, token: text } }),
  endpoint('web-search', 'Searches the web.', { input: { query: text }, cents: 10 }),
  endpoint('pdf-report', 'Renders a report as PDF.', { input: { title: text }, kind: 'seller', cents: 50 }),
  endpoint('email-draft', 'Writes an e-mail in order to reply to a customer.', { input: { message: text } }),
]

const match = (need: string, more: Partial<Parameters<typeof matchEndpoints>[0]> = {}) =>
  matchEndpoints({ need, limit: 5, scope: 'all', input: { need }, ...more }, endpoints)

describe('a need', () => {
  test('finds what is sold for it', () => {
    expect(match('repair broken json from an llm')).toMatchObject({
      decision: 'proceed',
      best: { slug: 'json-repair', method: 'POST', price_cents: 2, pay_probe_url: 'https://a.test/probe/json-repair' },
    })
    expect(match('look something up on the internet').best?.slug).toBe('web-search')
  })

  test('that nothing is sold for is rejected: no match is better than a wrong sale', () => {
    for (const need of ['order a pizza', 'teach me to dance', '???', 'the of and'])
      expect(match(need)).toMatchObject({ decision: 'reject', matches: [], best: null })
    expect(match('order a pizza').unmatched_terms).toEqual(['order', 'pizza'])
  })

  test('is held against the fields that are at hand', () => {
    const have = { address: '0x0' }
    expect(match('balance of a base wallet', { have })).toMatchObject({
      best: { slug: 'base-eth-balance', input_fit: { satisfied: ['address'], missing_required: [] } },
    })
    expect(match('balance of a base wallet', { have: { address: '0x0', token: '0x1' } }).matches[0]).toMatchObject({
      input_fit: { missing_required: [] },
    })
    expect(match('balance of a base wallet', { have: { nothing: 1 } })).toMatchObject({
      decision: 'review',
      best: null,
      reasons: [expect.objectContaining({ code: 'fields_missing' })],
    })
    expect(match('balance of a base wallet', { have: { address: 5 } }).matches[0]).toMatchObject({
      input_fit: { type_mismatch: ['address'] },
    })
    const schema = { properties: { Address: { type: ['string', 'null'] } } }
    expect(match('balance of a base wallet', { have: schema }).best?.slug).toBe('base-eth-balance')
  })

  test('is held against the fields that are wanted', () => {
    expect(match('balance on base', { want: { wei: '1' } }).matches[0]).toMatchObject({
      slug: 'base-eth-balance',
      output_fit: { satisfied: ['wei'] },
    })
  })

  test('keeps to price, scope and limit', () => {
    expect(match('search the web', { maxCents: 9 })).toMatchObject({ decision: 'reject' })
    expect(match('search the web', { maxCents: 10 }).best?.slug).toBe('web-search')
    expect(match('report as pdf', { scope: 'outcomes' })).toMatchObject({ matches: [] })
    expect(match('report as pdf', { scope: 'sellers' }).best?.kind).toBe('seller')
    expect(match('balance base json', { limit: 1 }).matches).toHaveLength(1)
  })
})

test('any need is answered, with scores from 0 to 1 in falling order, the same each time', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 3, maxLength: 100 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (need, have) => {
        const answer = match(need, { have })
        expect(match(need, { have })).toEqual(answer)
        const scores = answer.matches.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        for (const score of scores) expect(score).toBeGreaterThanOrEqual(0)
        for (const score of scores) expect(score).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 100 },
  )
})
