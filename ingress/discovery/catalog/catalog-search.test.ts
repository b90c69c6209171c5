import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { BASE_URL, discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'

import { firstSentence } from './first-sentence.ts'

const site = discoverySite()
const search = async (query: string) => textOf(await site.get(`/api/v1/catalog/search?${query}`))
const parsed = async (query: string): Promise<Record<string, unknown>> => JSON.parse(await search(query))

describe('GET /api/v1/catalog/search', () => {
  test('answers slug, price, one line and where to call it', async () => {
    expect(await parsed('q=reapir+broken+json&limit=1')).toMatchObject({
      ok: true,
      corrected: { reapir: 'repair' },
      count: 1,
      total: expect.any(Number),
      results: [
        {
          slug: 'json-repair',
          price_cents: 1,
          price_usd: '0.01',
          pack: 'builder-pack',
          availability: 'ready',
          url: `${BASE_URL}/api/v1/outcomes/json-repair`,
        },
      ],
      links: { about: `${BASE_URL}/api/v1/outcomes/{slug}` },
    })
  })

  test('stays under 2.5 KB, and under 8 KB at its largest', async () => {
    expect((await search('q=check+a+json+schema')).length).toBeLessThan(2_500)
    expect((await search('q=agent+payment+json+text+base&limit=20')).length).toBeLessThan(8_000)
  })

  test.each([
    'q=',
    'limit=3',
    'q=x&limit=0',
    'q=x&limit=21',
    'q=x&max_cents=-1',
    'q=x&pack=no-pack',
    `q=${'x'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    await expect(search(query)).rejects.toThrow(/invalid|too/i)
  })
})

test('the line of every outcome is one line of at most 160 letters', () => {
  for (const { outcome } of catalog.values()) {
    const line = firstSentence(outcome.description)
    expect(line.length).toBeLessThanOrEqual(160)
    expect(line.length).toBeGreaterThan(10)
    expect(line).not.toContain('\n')
  }
})
