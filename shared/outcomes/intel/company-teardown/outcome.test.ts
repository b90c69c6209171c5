import { expect, test } from 'vitest'

import { acmeSite, companyContext, companyPage } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import { companyTeardown } from './outcome.ts'

type Given = Parameters<typeof companyContext>[0]
type Answer = {
  pricing: { plans: { name: string; price: number | null }[]; free_tier: boolean } | null
  offer: { audience: { text: string }[]; proof: { numbers: { claim: string; status: string; quote: string }[] } }
  funnel: { signup_friction: string; trial: { text: string } | null; demo: unknown; ctas: string[] }
  trust: {
    certifications_claimed: { claim: string; status: string; quote: string }[]
    policies: Record<string, string | null>
    security_headers_grade: string | null
  }
  swot: Record<string, { text: string; based_on: string[] }[]>
  scorecard: { area: string; score: number | null; basis: string }[]
  hiring: { open_roles: number | null } | null
  seo: { sitemap_urls: number | null; structured_data_types: string[] }
  unknowns: string[]
  steps: { step: string; status: string }[]
}

const look = async (given: Given = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await companyTeardown.run({ domain: 'e.test' }, companyContext(given).ctx)) as Answer

test('company-teardown: a site with a pricing page is taken apart, claims stay claims', async () => {
  const answer = await look()
  expect(answer.pricing?.plans.map(({ name, price }) => [name, price])).toEqual([
    ['Starter', 29],
    ['Pro', 99],
    ['Enterprise', null],
  ])
  expect(answer.offer.audience).toMatchObject([{ text: 'engineering teams' }])
  expect(answer.offer.proof.numbers[0]).toMatchObject({
    status: 'claimed',
    quote: 'Trusted by over 500 customers in 12 countries.',
  })
  expect(answer.trust.certifications_claimed).toMatchObject([
    { claim: 'SOC 2', status: 'claimed', quote: 'SOC 2 certified.' },
  ])
  expect(answer.trust.policies).toMatchObject({ privacy: 'https://e.test/privacy', dpa: null, status_page: null })
  expect(answer.trust.security_headers_grade).toBe('B')
  expect(answer.funnel).toMatchObject({
    signup_friction: 'mixed',
    trial: { text: 'Start free trial' },
    demo: { text: 'Book a demo' },
  })
  expect(answer.hiring).toMatchObject({ open_roles: 2 })
  expect(answer.seo).toMatchObject({ sitemap_urls: 2, structured_data_types: expect.arrayContaining(['Organization']) })
  expect(answer.swot['strengths']?.map(({ text }) => text)).toContain(
    'Prices are public, which shortens the way to a decision.',
  )
  expect(
    Object.values(answer.swot)
      .flat()
      .every(({ based_on: on }) => on.length > 0),
  ).toBe(true)
  expect(answer.scorecard.every(({ basis }) => basis !== '')).toBe(true)
})

test('company-teardown: no pricing page: pricing is null, and unknowns says so', async () => {
  const pages = Object.fromEntries(Object.entries(acmeSite()).filter(([path]) => path !== '/pricing'))
  const answer = await look({ pages })
  expect(answer.pricing).toBeNull()
  expect(answer.unknowns).toContain('pricing: no page shows a price')
  expect(answer.swot['weaknesses']?.map(({ text }) => text)).toContain('No prices are public.')
})

test('company-teardown: the same site gives the same facts in the same order', async () => {
  const [one, other] = await Promise.all([look(), look()])
  const plain = (answer: Answer) => ({ ...answer, steps: [] })
  expect(plain(one)).toEqual(plain(other))
})

test('company-teardown: a parked domain has nothing to take apart', async () => {
  const answer = await look({
    pages: { '/': companyPage('x', '<h1>This domain is parked</h1><p>Founded in 1901</p>') },
  })
  expect(answer.unknowns[0]).toContain('parked')
  expect(answer.pricing).toBeNull()
})

test('company-teardown: a part that fails is named, the rest stands', async () => {
  const { ctx } = companyContext({ parts: { 'tech-fingerprint': new Refusal('timeout', 'late') } })
  // Safe: what was parsed by the outcome's own output schema.
  const answer = (await companyTeardown.run({ domain: 'e.test' }, ctx)) as Answer
  expect(answer.unknowns).toContain('tech-fingerprint: not ready in time')
  expect(answer.unknowns).toContain('rdap-whois: not offered here')
  expect(answer.trust.security_headers_grade).toBeNull()
})

test('company-teardown: a site that cannot be reached ends the call, uncharged', async () => {
  await expect(look({ isDown: true })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  await expect(look({ pages: { '/': { status: 503 } } })).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('company-teardown: at most 25 pages are read', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`/product/p${at}`, companyPage(`P${at}`, `<h1>P${at}</h1>`)]),
  )
  const links = Object.keys(many).map((path) => `<a href="${path}">p</a>`)
  const { ctx, egress } = companyContext({
    pages: { ...acmeSite(), ...many, '/': companyPage('Acme', links.join('')) },
  })
  await companyTeardown.run({ domain: 'e.test' }, ctx)
  const pages = egress.asked.filter((url) => !/robots\.txt|sitemap\.xml|security\.txt/.test(url))
  expect(pages.length).toBeLessThanOrEqual(25)
})
