import { expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'
import type { ShownSlot } from '#shared/store/merchants/read-slots.ts'

import { featuredOf } from './featured.ts'
import { AgentFeedAnswer, WellKnownAnswer } from './openapi/catalog-answer.ts'
import { BASE_URL, discoveryDeps, discoverySite, textOf } from '#test/support/fakes/discovery-site.ts'

const SLOT: ShownSlot = {
  slug: 'hash-text',
  label: 'Hashes, fast',
  url: 'https://buyer.example/',
  starts_at: '2026-11-20T11:00:00.000Z',
  ends_at: '2026-11-21T11:00:00.000Z',
}
const listing = { listingId: 'lst_1', title: 'A skill', summary: 'It helps.', kind: 'skill', priceCents: 500 }
const endpoint = { slug: 'tide-times', title: 'Tides', description: 'High water.', category: 'data', priceCents: 75 }
const site = discoverySite({
  slots: () => [SLOT, { ...SLOT, slug: 'not-ours-any-more' }, { ...SLOT, slug: 'tide-times' }],
  x402Sales: () => ({ listings: [listing], endpoints: [endpoint] }),
})
const at = async (name: string) => {
  const document = WellKnownAnswer.parse(JSON.parse(textOf(await site.get(`/.well-known/${name}`))))
  return { ...document, slugs: document.items.map(({ slug }) => slug) }
}

test('x402.json lists every paid outcome and bundle and no free one, with what its 402 asks', async () => {
  const { resources, items, slugs, count } = await at('x402.json')
  const paid = [...forSale(catalog).values()].filter(({ outcome }) => outcome.cents > 0)
  expect(slugs).toEqual(paid.map(({ outcome }) => outcome.slug))
  expect(resources).toEqual(items.map(({ resource }) => resource))
  expect(count).toBe(paid.length)
  for (const { accepts, impulse, price_cents, resource, slug } of items) {
    expect(resource).toBe(BASE_URL + (slug === 'run' ? '/api/v1/run' : `/api/v1/outcomes/${slug}`))
    expect(accepts.map(({ network }) => network)).toEqual(impulse ? [BASE, SOLANA] : [SOLANA, BASE])
    expect(accepts.map(({ amount }) => amount)).toEqual([`${price_cents}0000`, `${price_cents}0000`])
  }
})

test('x402-impulse.json and x402-featured.json are parts of x402.json', async () => {
  const all = (await at('x402.json')).slugs
  const impulse = (await at('x402-impulse.json')).slugs
  expect(impulse).toEqual(all.filter((slug) => catalog.get(slug)?.outcome.impulse === true))
  const featured = await at('x402-featured.json')
  expect(featured.slugs.length).toBeGreaterThan(3)
  expect(all).toEqual(expect.arrayContaining(featured.slugs))
  expect(featured.featured_paid?.[0]).toEqual(SLOT)
})

test('x402-marketplace.json lists what sellers sell by x402, with what its 402 asks', async () => {
  const { count, resources, items } = await at('x402-marketplace.json')
  const paths = ['/api/purchases/x402/lst_1', '/api/v1/seller-endpoints/tide-times/call']
  expect([count, resources]).toEqual([2, paths.map((path) => BASE_URL + path)])
  expect(items[1]).toMatchObject({ slug: 'tide-times', title: 'Tides', price_cents: 75, price_usd: '0.75' })
  expect(items[0]).toMatchObject({ slug: 'lst_1', title: 'A skill', price_cents: 500, price_usd: '5.00' })
  expect(items[0]?.accepts.map(({ network, amount }) => [network, amount])).toEqual([
    [SOLANA, '5000000'],
    [BASE, '5000000'],
  ])
})

test.each([
  ['how listings are paid', 'payments_meta', '/api/purchases/payments/meta'],
  ['where open jobs are', 'jobs_feed', '/api/v1/jobs-feed'],
])('meta, the agent feed and llms.txt say %s', async (_, name, path) => {
  for (const document of ['/api/v1/outcomes/meta', '/api/v1/agent-feed']) {
    // Safe: a document of ours.
    const { links } = JSON.parse(textOf(await site.get(document))) as { links: Record<string, string> }
    expect(links[name], document).toBe(BASE_URL + path)
  }
  expect(textOf(await site.get('/llms.txt'))).toContain(BASE_URL + path)
})

test('the agent feed shows bought places first, drops those that lead nowhere, and is never empty', async () => {
  const { outcomes_lane: lane, sellers_lane: sold } = AgentFeedAnswer.parse(
    JSON.parse(textOf(await site.get('/api/v1/agent-feed'))),
  )
  const [first, second, ...ours] = lane.featured_paid
  const tides = { slug: 'tide-times', price_cents: 75, endpoint: `${BASE_URL}/api/v1/seller-endpoints/tide-times/call` }
  expect(second).toMatchObject({ ...tides, label: SLOT.label, bought: true })
  expect(sold.best).toMatchObject([tides])
  expect(first).toMatchObject({
    ...SLOT,
    price_cents: 1,
    endpoint: `${BASE_URL}/api/v1/outcomes/hash-text`,
    bought: true,
  })
  const unsold = featuredOf(catalog.values()).filter(({ outcome }) => outcome.cents > 0 && outcome.slug !== SLOT.slug)
  expect(ours.map(({ slug, bought, ends_at }) => [slug, bought, ends_at])).toEqual(
    unsold.map(({ outcome }) => [outcome.slug, false, null]),
  )
  expect(ours.length).toBeGreaterThan(3)
  expect(lane.count).toBe(catalog.size)
  expect(lane.free).toContain('reliability-scorecard')
})

test('nothing is at the bare path, which registries report as outdated', () => {
  expect(site.routes.map(({ path }) => path)).not.toContain('/.well-known/x402')
})

test('what this installation cannot answer is in no list of what to call, and its probe says so', async () => {
  const { LLM_BASE_URL: _, UPSTREAM_CONTACT: __, ...config } = discoveryDeps().config
  const poor = discoverySite({ config: { ...config, LLM_BASE_URL: undefined, UPSTREAM_CONTACT: undefined } })
  const textAt = async (path: string) => textOf(await poor.get(path))
  for (const path of ['/.well-known/x402.json', '/.well-known/x402-featured.json', '/api/v1/agent-feed']) {
    const text = await textAt(path)
    expect([text.includes('translate-text'), text.includes('sec-filings')], path).toEqual([false, false])
  }
  expect(JSON.parse(await textAt('/api/v1/outcomes/pay-probe/sec-filings'))).toMatchObject({
    availability: 'source_not_configured',
    unpaid_status: 503,
    accepts: [],
  })
})
