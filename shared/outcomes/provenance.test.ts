import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#shared/catalog/catalog.ts'

import { embeddedSource } from './lib/data-source.ts'
import { provenance } from './provenance.ts'
import { Source } from './lib/source.ts'

const NAMES = ['source_url', 'retrieved_at', 'cached', 'age_s', 'stale']
const source = {
  name: 'Wikipedia',
  url: 'https://en.wikipedia.org/',
  fetched_at: '2026-11-20T12:00:00.000Z',
  cached: true,
  cache_age_s: 60,
  stale: false,
  tried: [],
}
const completed = (shape: z.ZodRawShape, answer: unknown) => {
  const { output, complete } = provenance(z.object(shape)) ?? {}
  return output?.parse(complete?.(answer))
}

test('an answer with a source says where it is from and how old it is at its top too', () => {
  expect(completed({ source: Source, word: z.string() }, { source, word: 'a' })).toEqual({
    source,
    word: 'a',
    source_url: 'https://en.wikipedia.org/',
    retrieved_at: '2026-11-20T12:00:00.000Z',
    cached: true,
    age_s: 60,
    stale: false,
  })
})

test('what came with the product was never retrieved, and no source at all is null', () => {
  const embedded = { source: embeddedSource('WordNet 3.1') }
  const anySource = z.looseObject({ fetched_at: z.string().nullable() }).nullable()
  const nothing = { source_url: null, retrieved_at: null, cached: false, age_s: null, stale: false }
  expect(completed({ source: anySource }, embedded)).toMatchObject(nothing)
  expect(completed({ source: anySource }, { source: null })).toMatchObject(nothing)
})

test('a field that an answer declares itself stays its own, and an answer without a source as it is', () => {
  const shape = { source: Source, retrieved_at: z.string() }
  expect(completed(shape, { source, retrieved_at: 'then' })).toMatchObject({ retrieved_at: 'then', age_s: 60 })
  expect(provenance(z.object({ source: z.string() }))).toBeNull()
  expect(provenance(z.object({ word: z.string() }))).toBeNull()
})

const sourced = [...catalog.values()].flatMap(({ outcome: { slug, example } }) => {
  const parsed = z.looseObject({ source: z.object({ fetched_at: z.unknown() }) }).safeParse(example.output)
  return parsed.success ? [{ slug, output: parsed.data }] : []
})

test('every outcome that reads the world declares its source', () => {
  expect(sourced.length).toBeGreaterThan(50)
})

test.each(sourced)('$slug has every member of its source in its answer', ({ slug, output }) => {
  expect(Object.keys(output)).toEqual(expect.arrayContaining(NAMES))
  expect(
    Object.keys(z.toJSONSchema(catalog.get(slug)?.outcome.output ?? z.never(), { io: 'output' }).properties ?? {}),
  ).toEqual(expect.arrayContaining(NAMES))
})
