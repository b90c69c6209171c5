import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { invalidFields, Refusal } from '#shared/errors.ts'

import { bundleOutcome } from './bundle-outcome.ts'
import { type Bundle, bundles } from './bundles.ts'
import { catalog, catalogOf } from './catalog.ts'
import { defineOutcome, type Outcome } from '../outcomes/define.ts'
import { bundleEntries, dearCalls, forSale } from './for-sale.ts'
import { definePack } from '../outcomes/pack.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

const KIT: Bundle = {
  id: 'test-kit',
  slugs: ['one', 'two'],
  last: ['one'],
  listCents: 12,
  bundleCents: 11,
  discountPercent: 8,
}

const member = (slug: string, more: Partial<Outcome> = {}): Outcome => ({
  ...defineOutcome({
    slug,
    title: slug,
    description: slug,
    cents: 6,
    input: z.object({ text: z.string(), times: z.int().default(1) }),
    output: z.object({ text: z.string() }),
    example: { input: { text: 'x' }, output: { text: 'x' } },
    check: ({ text }) => {
      if (text === 'odd') throw invalidFields({ path: ['text'], msg: 'Value error, odd', input: 'odd' })
    },
    run: (input) => ({ text: input.text }),
  }),
  ...more,
})

const kit = bundleOutcome(KIT, [member('one'), member('two')])
const inputs = (one: unknown, two: unknown) => ({ inputs: { one, two } })

const refusalOf = async (work: () => unknown): Promise<Refusal> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a bundle', () => {
  test('runs every member once with the very body that was sent, and answers by slug', async () => {
    const calls: [string, unknown][] = []
    const call = (slug: string, input: unknown) => {
      calls.push([slug, input])
      return Promise.resolve({ text: `${slug} done` })
    }
    const answer = await kit.run(inputs({ text: 'a', extra: 1 }, { text: 'b' }), fakeContext({ call }))
    expect(answer).toEqual({
      bundle_id: 'test-kit',
      results: { one: { text: 'one done' }, two: { text: 'two done' } },
    })
    // `one` writes for its caller, so it waits for the others.
    expect(calls).toEqual([
      ['two', { text: 'b' }],
      ['one', { text: 'a', extra: 1 }],
    ])
  })

  test('ends with the refusal of a member that fails, before the members that write', async () => {
    const ran: string[] = []
    const call = (slug: string) => {
      ran.push(slug)
      return Promise.reject(new Refusal('upstream_unavailable', 'No upstream.', { retryAfterS: 3 }))
    }
    const refusal = await refusalOf(() => kit.run(inputs({ text: 'a' }, { text: 'b' }), fakeContext({ call })))
    expect(refusal).toMatchObject({
      code: 'upstream_unavailable',
      message: 'two: No upstream.',
      detail: { retryAfterS: 3 },
    })
    expect(ran).toEqual(['two'])
  })

  test('says where a member that refuses a field stands in its body', async () => {
    const call = () => Promise.reject(invalidFields({ path: ['text', 0], msg: 'Value error, no' }))
    const refusal = await refusalOf(() => kit.run(inputs({ text: 'a' }, { text: 'b' }), fakeContext({ call })))
    expect(refusal.detail.detail).toMatchObject([{ loc: ['body', 'inputs', 'two', 'text', 0] }])
  })

  test('a fault of a member stays a fault', async () => {
    const call = () => Promise.reject(new TypeError('ours'))
    await expect(kit.run(inputs({ text: 'a' }, { text: 'b' }), fakeContext({ call }))).rejects.toThrow(TypeError)
  })

  test('checks every member beforehand and names every wrong field', async () => {
    expect(kit.check?.(inputs({ text: 'a' }, { text: 'b' }))).toBeUndefined()
    const both = await refusalOf(() => kit.check?.(inputs({ text: 'odd' }, { text: 'odd' })))
    expect(both).toMatchObject({
      code: 'validation_error',
      detail: { detail: [{ loc: ['body', 'inputs', 'one', 'text'] }, { loc: ['body', 'inputs', 'two', 'text'] }] },
    })
    const paths = kit.input.safeParse({ inputs: { one: { text: 1 } } }).error?.issues.map(({ path }) => path)
    expect(paths).toEqual([
      ['inputs', 'one', 'text'],
      ['inputs', 'two'],
    ])
    expect(kit.input.safeParse({}).success).toBe(false)
  })

  test('settles first, waits for its slowest member, takes what its members take together', () => {
    const slow = member('two', { timeoutMs: 100_000, maxBodyBytes: 8 * 1024 * 1024, pool: 'screenshot' })
    const made = bundleOutcome(KIT, [member('one'), slow])
    expect(made).toMatchObject({
      slug: 'bundles/test-kit',
      title: 'Test kit',
      cents: 11,
      pool: 'router-workflow',
      settle: 'before',
      timeoutMs: 102_000,
      maxBodyBytes: 8 * 1024 * 1024,
      secrets: [],
      answerSecrets: [],
    })
    expect(made.description).toContain('11 cents instead of 12')
  })

  test('keeps secret what a member keeps secret', () => {
    const made = bundleOutcome(KIT, [member('one', { secrets: ['text'] }), member('two', { answerSecrets: ['text'] })])
    expect(made).toMatchObject({ secrets: ['inputs'], answerSecrets: ['results'] })
  })

  test('can do without a model what all its members can', () => {
    const modelled = member('two', { models: ['text'], withoutModel: (input) => input['text'] === 'short' })
    const { models, withoutModel } = bundleOutcome(KIT, [member('one'), modelled])
    expect(models).toEqual(['text'])
    if (typeof withoutModel === 'string') throw new Error('it depends on the input')
    expect(withoutModel(inputs({ text: 'a' }, { text: 'short' }))).toBe(true)
    expect(withoutModel(inputs({ text: 'a' }, { text: 'long' }))).toBe(false)
  })
})

describe('what is for sale', () => {
  const [reliability, security] = bundles
  const packOf = (slugs: readonly string[], dayPass: boolean, cents = 6) =>
    definePack({
      name: `pack-${dayPass}`,
      purpose: 'p',
      dayPass,
      outcomes: slugs.map((slug) => ({ ...member(slug), cents })),
    })

  test('is the catalog, the bundles whose members it has, and the goal router', () => {
    const small = catalogOf([packOf([...(security?.slugs ?? []), ...(reliability?.slugs.slice(1) ?? [])], true)])
    const sold = [...forSale(small).keys()]
    expect(sold).toContain('bundles/security-kit')
    expect(sold).not.toContain('bundles/reliability-kit')
    expect(sold.filter((slug) => !slug.startsWith('bundles/'))).toEqual([...small.keys(), 'run'])
  })

  test('is covered by a day pass when every member is', () => {
    const slugs = security?.slugs ?? []
    expect(bundleEntries(catalogOf([packOf(slugs, true)]))[0]?.inGuards).toBe(true)
    const mixed = catalogOf([packOf(slugs.slice(1), true), packOf(slugs.slice(0, 1), false)])
    expect(bundleEntries(mixed)[0]?.inGuards).toBe(false)
  })

  test('counts under a pass for as many dear calls as it has dear members', () => {
    const dear = (cents: number) =>
      bundleEntries(catalogOf([packOf(security?.slugs ?? [], true, cents)])).map(dearCalls)
    expect(dear(50)).toEqual([4])
    // 23 cents together, none above 10 alone.
    expect(dear(6)).toEqual([1])
    expect([...catalog.values()].map(dearCalls)).toEqual(
      [...catalog.values()].map(({ outcome }) => (outcome.cents > 10 ? 1 : 0)),
    )
  })
})

const PURE = ['security-kit', 'data-hygiene-kit']

test.each(bundleEntries(catalog).filter(({ outcome }) => PURE.some((id) => outcome.slug.endsWith(id))))(
  'the example of $outcome.slug is what it answers',
  async ({ outcome }) => {
    const call = (slug: string, input: unknown) => {
      const entry = catalog.get(slug)
      if (entry === undefined) throw new Error(`no ${slug}`)
      return entry.outcome.run(input, fakeContext())
    }
    const { input, output } = outcome.example
    outcome.check?.(outcome.input.parse(input))
    expect(await outcome.run(input, fakeContext({ call }))).toEqual(output)
  },
)

test('what a bundle runs last is among its members', () => {
  for (const { last, slugs } of bundles) expect(slugs).toEqual(expect.arrayContaining([...last]))
})
