import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import { discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'

import { KeptDocuments } from './kept-documents.ts'

const site = discoverySite()
const read = async (path: string) => textOf(await site.get(path))
const json = async (path: string): Promise<Record<string, unknown>> => JSON.parse(await read(path))

describe('the Markdown page', () => {
  test('of every outcome and bundle names price, inputs, a command and errors in at most 10 KB, then programs', async () => {
    const naming: string[] = []
    for (const { outcome, publicPath } of forSale(catalog).values()) {
      const text = await read(`${publicPath}.md`)
      expect(text).toContain(`# ${outcome.title}\n`)
      expect(text).toContain(outcome.cents === 0 ? 'Price: free' : `Price: $${(outcome.cents / 100).toFixed(2)}`)
      for (const name of Object.keys(outcome.input.shape))
        expect(text).toMatch(new RegExp(`^\\| ${name}(?: \\*)? \\|`, 'm'))
      expect(text).toContain(`curl -sX POST`)
      expect(text).toContain('## Errors')
      const [about = '', programs = ''] = text.split('\n## Programs\n')
      expect(about.length).toBeLessThan(10_000)
      expect(programs.includes(publicPath)).toBe(outcome.cents > 0)
      if (/hash.?text/i.test(programs)) naming.push(outcome.slug)
      expect(programs.length).toBeLessThan(40_000)
    }
    // The programs are made of those that call hash-text.
    expect(naming).toEqual(['hash-text'])
  })

  test('of an unknown one is 404 with the nearest', async () => {
    await expect(read('/api/v1/outcomes/hash-txt.md')).rejects.toThrow('did you mean hash-text?')
    await expect(read('/api/v1/outcomes/hash-txt/openapi.json')).rejects.toThrow('did you mean hash-text?')
    await expect(read('/api/v1/packs/bas-pack/openapi.json')).rejects.toThrow('did you mean base-pack?')
    await expect(read('/api/v1/packs/constructor/openapi.json')).rejects.toThrow('no such pack')
  })
})

test('llms.txt stays under 12 KB, llms-full.txt says what every outcome takes and answers', async () => {
  expect((await read('/llms.txt')).length).toBeLessThan(12_000)
  expect(await read('/llms-full.txt')).toMatch(/\[hash-text\].*Input: text\*, algorithm.*Result: .*base64/)
})

describe('the catalog with a query', () => {
  const slugsOf = async (query: string) => {
    const { outcomes } = await json(`/api/v1/outcomes/meta?${query}`)
    return Array.isArray(outcomes) ? outcomes.map(({ slug }) => slug) : []
  }

  test('has the outcomes of a pack, of a search, or by their slugs', async () => {
    expect(await slugsOf('pack=media-pack')).toEqual(['screenshot'])
    expect((await slugsOf('q=repair+json'))[0]).toBe('json-repair')
    expect(await slugsOf('slug=hash-text,json-repair')).toEqual(expect.arrayContaining(['hash-text', 'json-repair']))
    expect(await slugsOf('slug=hash-text&pack=media-pack')).toEqual([])
  })

  test('has the members that are asked for and slug, the same as in the whole', async () => {
    const whole = await json('/api/v1/outcomes/meta?slug=hash-text')
    const some = await json('/api/v1/outcomes/meta?slug=hash-text&fields=price_cents,input_schema,reliability')
    const { slug, price_cents, input_schema, reliability } = Object(whole['outcomes'])[0]
    expect(some['outcomes']).toEqual([{ slug, price_cents, input_schema, reliability }])
    expect((await read('/api/v1/outcomes/meta?fields=slug,price_cents,availability')).length).toBeLessThan(16_000)
  })

  test.each([
    ['slug=hash-txt', 'did you mean hash-text?'],
    ['slug=__proto__', 'there is no __proto__'],
    ['fields=title,output_schema', 'add pack, q or slug'],
    ['fields=price_cent', 'did you mean price_cents?'],
    [`slug=${Array.from({ length: 51 }, (_none, index) => `a${index}`).join()}`, 'at most 50 names'],
  ])('refuses %s', async (query, message) => {
    await expect(read(`/api/v1/outcomes/meta?${query}`)).rejects.toMatchObject({
      code: 'validation_error',
      detail: { detail: [{ loc: ['query', query.split('=')[0]], msg: expect.stringContaining(message) }] },
    })
  })

  test('keeps its ETag while nothing changes', async () => {
    const first = await site.get('/api/v1/outcomes/meta?pack=base-pack')
    const again = await site.get('/api/v1/outcomes/meta?pack=base-pack', {
      'if-none-match': first.headers?.['ETag'] ?? '',
    })
    expect(again.status).toBe(304)
  })
})

describe('kept documents', () => {
  test('are written once, also when several ask at once', async () => {
    const kept = new KeptDocuments()
    let written = 0
    const write = () => `written ${(written += 1)} times`
    const [one, other] = await Promise.all([kept.read('a', 'text/plain', write), kept.read('a', 'text/plain', write)])
    expect([one.bytes.toString(), other.bytes.toString()]).toEqual(['written 1 times', 'written 1 times'])
    expect((await kept.read('a', 'text/plain', write)).bytes.toString()).toBe('written 1 times')
  })

  test('take bounded memory: what was read longest ago is written again', async () => {
    const kept = new KeptDocuments()
    let written = 0
    const large = (seed: number) => () => {
      written += 1
      return Array.from({ length: 120_000 }, (_none, index) => ((index * seed * 7_919) % 100_003).toString(36)).join()
    }
    for (let seed = 1; seed <= 40; seed += 1) await kept.read(String(seed), 'text/plain', large(seed))
    expect(written).toBe(40)
    await kept.read('40', 'text/plain', large(40))
    expect(written).toBe(40)
    await kept.read('1', 'text/plain', large(1))
    expect(written).toBe(41)
  })

  test('are written again after a fault', async () => {
    const kept = new KeptDocuments()
    await expect(kept.read('a', 'text/plain', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await kept.read('a', 'text/plain', () => 'yes')).bytes.toString()).toBe('yes')
  })
})
