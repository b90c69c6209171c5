import { expect, test } from 'vitest'
import { z } from 'zod'

import { offerOf } from '#ingress/call/challenge/offer.ts'
import { BASE_URL, discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'
import { catalogOf } from '#shared/catalog/catalog.ts'
import { packs } from '#shared/catalog/packs.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

/** The worked example of docs/architecture.md, with everything that a declaration may say of itself. */
const slugify = defineOutcome({
  slug: 'slugify',
  title: 'Slugify',
  description: 'Turns a title into a URL slug.',
  cents: 1,
  impulse: true,
  inGuards: true,
  featured: 1,
  get: { alias: '/api/x402/slugs', names: { t: 'title' } },
  input: z.object({ title: z.string().min(1).max(500) }),
  output: z.object({ slug: z.string() }),
  example: { input: { title: 'Hello World' }, output: { slug: 'hello-world' } },
  run: ({ title }) => ({ slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') }),
})

const [first, ...others] = packs
const catalog = catalogOf(
  first === undefined ? [] : [definePack({ ...first, outcomes: [...first.outcomes, slugify] }), ...others],
)
const site = discoverySite({ catalog })
const textAt = async (path: string) => textOf(await site.get(path))

test('a declaration and its line in a pack are all that an outcome needs to be for sale and to be found', async () => {
  const path = '/api/v1/outcomes/slugify'
  const openapi = z
    .object({ paths: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await textAt('/openapi.json')))
  expect(Object.keys(openapi.paths)).toEqual(expect.arrayContaining([path, '/api/x402/slugs']))
  for (const document of ['/api/v1/outcomes/meta', '/llms.txt', '/api/v1/agent-feed']) {
    expect(await textAt(document), document).toContain('slugify')
  }
  for (const list of ['x402.json', 'x402-impulse.json', 'x402-featured.json']) {
    expect(await textAt(`/.well-known/${list}`), list).toContain(`${BASE_URL}${path}`)
  }
  const entry = catalog.get('slugify')
  expect(entry).toMatchObject({ publicPath: path, priceMicroUsdc: 10_000n, inGuards: true })
  expect(entry === undefined ? null : offerOf(entry)).toMatchObject({ path, cents: 1, impulse: true })
  expect(await textAt(`/api/v1/outcomes/pay-probe/slugify`)).toContain(`${BASE_URL}${path}`)
})
