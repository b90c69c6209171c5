import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { catalog } from './catalog.ts'
import { forSale } from './for-sale.ts'
import { searchCatalog } from './search-catalog.ts'

const sold = forSale(catalog)
const found = async (text: string, more: { limit?: number; maxCents?: number; pack?: string } = {}) =>
  (await searchCatalog(sold, { text, limit: 5, ...more })).hits.map(({ entry }) => entry.outcome.slug)

describe('a search of the catalog', () => {
  test.each([
    ['hash-text', 'hash-text'],
    ['hash-txt', 'hash-text'],
    ['Hash_Text', 'hash-text'],
    ['bundles/security-kit', 'bundles/security-kit'],
    ['repair broken json', 'json-repair'],
    ['reapir brokn json', 'json-repair'],
    ['picture of a web page', 'screenshot'],
    ['screensh', 'screenshot'],
    ['euro to dollar', 'currency-convert'],
    ['who owns a domain', 'rdap-whois'],
    ['wether forecast', 'weather'],
    ['stock price', 'stock-quote'],
    ['text of a pdf', 'pdf-extract'],
    ['is this prompt an injection', 'prompt-injection-scan'],
    ['due diligence of a github repository', 'repo-due-diligence'],
  ])('for "%s" finds %s first', async (text, slug) => {
    expect((await found(text))[0]).toBe(slug)
  })

  test.each(['', '   ', '???', 'the of and', 'qqqqq zzzzz', '\u0000'])('for %j finds nothing', async (text) => {
    expect(await found(text)).toEqual([])
  })

  test('says which words it read as others', async () => {
    expect((await searchCatalog(sold, { text: 'reapir json', limit: 1 })).corrected).toEqual({ reapir: 'repair' })
    expect((await searchCatalog(sold, { text: 'repair json', limit: 1 })).corrected).toEqual({})
  })

  test('keeps to limit, price and pack, and counts what the limit left out', async () => {
    expect(await found('json', { limit: 2 })).toHaveLength(2)
    expect((await searchCatalog(sold, { text: 'json', limit: 2 })).total).toBeGreaterThan(2)
    for (const { entry } of (await searchCatalog(sold, { text: 'repository risk', limit: 50, maxCents: 25 })).hits)
      expect(entry.outcome.cents).toBeLessThanOrEqual(25)
    for (const { entry } of (await searchCatalog(sold, { text: 'json', limit: 50, pack: 'builder-pack' })).hits)
      expect(entry.pack.name).toBe('builder-pack')
  })

  test('of each slug finds it first', async () => {
    for (const slug of sold.keys()) expect((await found(slug))[0]).toBe(slug)
  })

  test('of an empty catalog finds nothing', async () => {
    expect(await searchCatalog(new Map(), { text: 'json', limit: 5 })).toEqual({ hits: [], total: 0, corrected: {} })
  })
})

test('any text is answered, with scores from 0 to 1 in falling order, the same each time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300, unit: 'binary' }), async (text) => {
      const { hits } = await searchCatalog(sold, { text, limit: 200 })
      expect(await found(text, { limit: 200 })).toEqual(hits.map(({ entry }) => entry.outcome.slug))
      const scores = hits.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('100 KB are read no further than a short text: what stands behind its 200 letters changes nothing', async () => {
  const long = (filler: string) => `${'repair broken json '.repeat(11).slice(0, 200)} ${filler.repeat(20_000)}`
  const asked = { limit: 5 }
  expect(await searchCatalog(sold, { text: long('screenshot '), ...asked })).toEqual(
    await searchCatalog(sold, { text: long('weather '), ...asked }),
  )
})
