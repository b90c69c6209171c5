import { describe, expect, test } from 'vitest'

import { bundles } from '#shared/catalog/bundles.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { catalogDocuments } from './catalog-documents.ts'
import { isSchema } from '../call/challenge/plain-schema.ts'
import { anyEntry, discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import type { TextDocument } from './text-document.ts'

type Listed = { slug: string; featured: boolean; reliability: { calls: number } }

const parsed = ({ bytes }: TextDocument) => {
  const value: unknown = JSON.parse(bytes.toString('utf8'))
  if (!isSchema(value)) throw new Error('no object')
  return value
}
// Safe: what the documents list is checked against the OpenAPI document in the contract test.
const outcomesOf = (document: TextDocument) => parsed(document)['outcomes'] as Listed[]

describe('the catalog document', () => {
  test('lists every outcome once, in the order of the packs', async () => {
    const { meta } = catalogDocuments(discoveryDeps())
    expect(outcomesOf(await meta()).map(({ slug }) => slug)).toEqual([...catalog.keys()])
    expect(parsed(await meta())['count']).toBe(catalog.size)
  })

  test('starts with when, which version and which ETag', async () => {
    const { meta } = catalogDocuments(discoveryDeps())
    expect(Object.keys(parsed(await meta())).slice(0, 3)).toEqual(['generated_at', 'version', 'etag'])
    expect(parsed(await meta())).toMatchObject({
      generated_at: '2026-11-20T12:00:00.000Z',
      version: '0.1.0',
      etag: (await meta()).tag,
    })
  })

  test('puts every outcome in one pack, and names what a bundle still misses', async () => {
    const { packs, bundles: listed } = parsed(await catalogDocuments(discoveryDeps()).meta())
    expect(packs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'builder-pack', day_pass: true, slugs: expect.arrayContaining(['hash-text']) }),
      ]),
    )
    expect(listed).toHaveLength(bundles.length)
    const none = parsed(await catalogDocuments(discoveryDeps({ catalog: new Map() })).meta())
    expect(none).toMatchObject({
      count: 0,
      outcomes: [],
      bundles: bundles.map(({ id, slugs }) => ({ id, availability: 'coming', missing_slugs: slugs })),
    })
  })

  test('calls a bundle ready once all its members exist', async () => {
    const [bundle] = bundles
    const entry = anyEntry()
    const whole = new Map(
      (bundle?.slugs ?? []).map((slug) => [slug, { ...entry, outcome: { ...entry.outcome, slug } }]),
    )
    expect(parsed(await catalogDocuments(discoveryDeps({ catalog: whole })).meta())).toMatchObject({
      bundles: expect.arrayContaining([
        expect.objectContaining({ id: bundle?.id, availability: 'ready', missing_slugs: [] }),
      ]),
    })
  })

  test('keeps every byte while nothing changes, and follows the counts within ten seconds', async () => {
    let seconds = 0
    let calls = 0
    const { outcome } = anyEntry()
    const reliability = () =>
      new Map([
        [
          outcome.slug,
          { calls, paid_calls: calls, success_rate_30d: 1, p50_ms: 2, p95_ms: 3, last_called_label: 'today' },
        ],
      ])
    const { meta } = catalogDocuments(discoveryDeps({ reliability, now: () => new Date(seconds * 1_000) }))
    const first = await meta()
    seconds = 30
    expect(await meta()).toBe(first)
    calls = 7
    seconds = 35
    expect(await meta()).toBe(first)
    seconds = 41
    const second = await meta()
    expect(second.tag).not.toBe(first.tag)
    expect(outcomesOf(second).find(({ slug }) => slug === outcome.slug)?.reliability.calls).toBe(7)
    expect(parsed(second)['generated_at']).toBe(new Date(41_000).toISOString())
  })

  test('shows zeros for what nobody has called', async () => {
    for (const { reliability } of outcomesOf(await catalogDocuments(discoveryDeps()).meta())) {
      expect(reliability).toEqual({
        calls: 0,
        paid_calls: 0,
        success_rate_30d: null,
        p50_ms: null,
        p95_ms: null,
        last_called_label: null,
      })
    }
  })
})

test('the featured document shows the places that were bought, apart from the featured outcomes', async () => {
  const slot = { slug: 'json-repair', label: 'Mends JSON', url: null, starts_at: 'a', ends_at: 'b' }
  const { featured } = catalogDocuments(discoveryDeps({ slots: () => [slot] }))
  expect(parsed(await featured())).toMatchObject({ featured_paid: [slot] })
})

test('the featured document lists exactly the featured outcomes', async () => {
  const { meta, featured } = catalogDocuments(discoveryDeps())
  const slugs = outcomesOf(await featured()).map(({ slug }) => slug)
  expect(new Set(slugs)).toEqual(
    new Set(
      outcomesOf(await meta())
        .filter((one) => one.featured)
        .map(({ slug }) => slug),
    ),
  )
})
