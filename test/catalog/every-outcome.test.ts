import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/outcomes/catalog.ts'
import { fakeContext } from '#shared/outcomes/testing.ts'
import { POOLS } from '#shared/queues/pools.ts'

import { DOCUMENT } from './document.ts'

/** Kinds that need a door to the world have their example run where that door is real or faked: in their own test. */
const needsADoor = (pool: string, slug: string) => pool !== 'outcome' || DOCUMENT[slug] === undefined

test('every slug of the document list is in the catalog', () => {
  expect(Object.keys(DOCUMENT).filter((slug) => !catalog.has(slug))).toEqual([])
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
    const said = DOCUMENT[slug]
    if (said === undefined) {
      expect(outcome.cents).toBeGreaterThanOrEqual(0)
      return
    }
    expect({ cents: outcome.cents, pack: pack.name, impulse: entry.impulse, dayPass: entry.inGuards }).toEqual(said)
  })

  test('takes its own example and answers with it', async () => {
    const input = outcome.input.parse(outcome.example.input)
    outcome.check?.(input)
    expect(outcome.output.safeParse(outcome.example.output).error).toBeUndefined()
    if (needsADoor(outcome.pool, slug)) return
    expect(await outcome.run(outcome.example.input, fakeContext())).toEqual(outcome.example.output)
  })
})
