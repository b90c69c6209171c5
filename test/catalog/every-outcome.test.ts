import { FEATURED_SLOT } from '#shared/calls/resolve-holds.ts'
import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { POOLS } from '#shared/calls/pools.ts'

import { DOCUMENT, WORLDLY } from './document.ts'

test('the catalog and the list of the document are the same', () => {
  expect([...catalog.keys()].toSorted()).toEqual(Object.keys(DOCUMENT).toSorted())
})

describe.each([...catalog.values()].map((entry) => [entry.outcome.slug, entry] as const))('%s', (slug, entry) => {
  const { outcome, pack } = entry

  test('is declared within the rules of the house', () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(outcome.title.length).toBeGreaterThan(2)
    expect(outcome.description.length).toBeLessThanOrEqual(440)
    expect(POOLS).toContain(outcome.pool)
    expect(outcome.timeoutMs).toBeLessThanOrEqual(240_000)
    expect(outcome.maxBodyBytes).toBeLessThanOrEqual(8 * 1024 * 1024)
    if (outcome.settle === 'after') {
      expect(outcome.cents).toBeLessThanOrEqual(10)
      expect(outcome.timeoutMs).toBeLessThanOrEqual(15_000)
    }
    expect(outcome.secrets.filter((name) => !(name in outcome.input.shape))).toEqual([])
  })

  test('costs and belongs what the document says', () => {
    expect({ cents: outcome.cents, pack: pack.name, impulse: outcome.impulse, dayPass: entry.inGuards }).toEqual(
      DOCUMENT[slug],
    )
  })

  test('takes its own example and answers with it', async () => {
    const input = outcome.input.parse(outcome.example.input)
    outcome.check?.(input)
    expect(outcome.output.safeParse(outcome.example.output).error).toBeUndefined()
    if (slug in WORLDLY) return
    expect(await outcome.run(outcome.example.input, fakeContext())).toEqual(outcome.example.output)
  })
})

test('the outcome of which a pass covers one is the one whose release the money statements give back', () => {
  const once = [...catalog.values()].filter(({ outcome }) => outcome.oncePerPass).map(({ outcome }) => outcome.slug)
  expect(once).toEqual([FEATURED_SLOT])
})
