import { describe, expect, test } from 'vitest'

import { FEATURED_SLOT } from '#shared/calls/free-passes.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { OUTCOMES } from './document.ts'

const entries = [...catalog.values()]

const HOUSE_RULES: Record<string, (outcome: CatalogEntry['outcome']) => boolean> = {
  'the slug is of words and dashes': ({ slug }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
  'the title is longer than two characters': ({ title }) => title.length > 2,
  'the description is no longer than 440 characters': ({ description }) => description.length <= 440,
  'the pool is there': ({ pool }) => POOLS.includes(pool),
  'it ends within 240 seconds': ({ timeoutMs }) => timeoutMs <= 240_000,
  'its body is no larger than 8 MiB': ({ maxBodyBytes }) => maxBodyBytes <= 8 * 1024 * 1024,
  'what settles after the run costs at most 10 cents': ({ settle, cents }) => settle !== 'after' || cents <= 10,
  'what settles after the run ends within 15 seconds': ({ settle, timeoutMs }) =>
    settle !== 'after' || timeoutMs <= 15_000,
  'its secrets are inputs': ({ secrets, input }) => secrets.every((name) => name in input.shape),
}

test('every outcome is declared within the rules of the house', () => {
  const broken = entries.flatMap(({ outcome }) =>
    Object.entries(HOUSE_RULES).flatMap(([rule, isKept]) => (isKept(outcome) ? [] : [`${outcome.slug}: ${rule}`])),
  )
  expect(broken).toEqual([])
})

test('the outcomes, their prices, packs, impulse order and day pass are those of the interface document', () => {
  const sold = entries.map(({ outcome: { slug, cents, impulse }, pack, inGuards }) => [
    slug,
    { cents, pack: pack.name, impulse, day_pass: inGuards },
  ])
  const documented = Object.entries(OUTCOMES).map(([slug, { cents, pack, impulse, day_pass }]) => [
    slug,
    { cents, pack, impulse, day_pass },
  ])
  expect(Object.fromEntries(sold)).toEqual(Object.fromEntries(documented))
})

describe('the example of an outcome', () => {
  test.each(entries.map((entry) => [entry.outcome.slug, entry] as const))('%s fits its schemas', (_, { outcome }) => {
    const input = outcome.input.parse(outcome.example.input)
    outcome.check?.(input)
    expect(outcome.output.safeParse(outcome.example.output).error).toBeUndefined()
  })

  const alone = entries.filter(({ outcome: { slug } }) => OUTCOMES[slug]?.worldly !== true)
  test.each(alone.map((entry) => [entry.outcome.slug, entry] as const))('%s is what it answers', async (_, entry) => {
    const { example, run } = entry.outcome
    expect(await run(example.input, fakeContext())).toEqual(example.output)
  })
})

test('the outcome of which a pass covers one is the one whose release the money statements give back', () => {
  const once = entries.filter(({ outcome }) => outcome.oncePerPass).map(({ outcome }) => outcome.slug)
  expect(once).toEqual([FEATURED_SLOT])
})
