import { expect, test } from 'vitest'

import { acmeSite, companyContext, companyPage, companyParts } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import { competitorSnapshot } from './outcome.ts'

type Given = Parameters<typeof companyContext>[0]
type Row = {
  domain: string
  status: string
  name: string | null
  pricing: Record<string, unknown> | null
  tranco_rank: null
}
type Answer = {
  rows: Row[]
  matrix: { attribute: string; values: Record<string, unknown> }[]
  differences: { attribute: string; subject: unknown }[]
  discovered: boolean
  discovery_evidence: { domain: string; why: string }[]
  unknowns: { domain: string; fields: string[] }[]
  steps: { step: string }[]
}

const globex = {
  'https://globex.test/': companyPage(
    'Globex | Widgets',
    '<a href="/pricing">Pricing</a>',
    '<meta property="og:site_name" content="Globex">',
  ),
  'https://globex.test/pricing': companyPage('Pricing', '<div><h3>Team</h3><p>€49 / month</p></div>'),
}
const look = async (input: Record<string, unknown>, given: Given = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await competitorSnapshot.run(
    { domain: 'e.test', ...input },
    companyContext({ pages: { ...acmeSite(), ...globex }, ...given }).ctx,
  )) as Answer

test('competitor-snapshot: given competitors are put side by side, and what differs is told', async () => {
  const answer = await look({ competitors: ['globex.test'] })
  expect(answer.rows.map(({ domain, status, name }) => [domain, status, name])).toEqual([
    ['e.test', 'read', 'Acme'],
    ['globex.test', 'read', 'Globex'],
  ])
  expect(answer.rows[0]?.pricing).toMatchObject({
    entry_price: 29,
    currency: 'USD',
    period: 'month',
    model: 'subscription',
    url: 'https://e.test/pricing',
  })
  expect(answer.rows[1]?.pricing).toMatchObject({ entry_price: 49, currency: 'EUR', period: 'month' })
  expect(answer.matrix.find(({ attribute }) => attribute === 'entry_price')?.values).toEqual({
    'e.test': '29 USD per month',
    'globex.test': '49 EUR per month',
  })
  expect(answer.differences.map(({ attribute }) => attribute)).toContain('entry_price')
  expect(answer.matrix.map(({ attribute }) => attribute)).not.toContain('founded')
  expect(answer.discovered).toBe(false)
})

test('competitor-snapshot: every part of every company is a step of its own', async () => {
  const { steps } = await look({ competitors: ['globex.test'] })
  const names = steps.map(({ step }) => step)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('tech-fingerprint globex.test')
})

test('competitor-snapshot: competitors are found where two independent pages name them', async () => {
  const answer = await look({})
  expect(answer).toMatchObject({ discovered: true, discovery_evidence: [{ domain: 'globex.test' }] })
  expect(answer.rows.map(({ domain }) => domain)).toEqual(['e.test', 'globex.test'])
})

test('competitor-snapshot: the company itself, and one that is unreachable, are reported', async () => {
  const answer = await look({ competitors: ['e.test', 'gone.test', 'www.e.test'] })
  expect(answer.rows.map(({ domain, status }) => [domain, status])).toEqual([
    ['e.test', 'read'],
    ['e.test', 'same_as_subject'],
    ['gone.test', 'unreachable'],
  ])
  expect(answer.unknowns).toContainEqual({ domain: 'gone.test', fields: ['unreachable'] })
})

test('competitor-snapshot: what nobody tells is unknown', async () => {
  const answer = await look(
    { competitors: ['globex.test'] },
    { parts: { ...companyParts(), 'rdap-whois': new Refusal('upstream_unavailable', 'no') } },
  )
  expect(answer.unknowns.find(({ domain }) => domain === 'globex.test')?.fields).toEqual(
    expect.arrayContaining(['tagline', 'features', 'age_days', 'tranco_rank']),
  )
  expect(answer.rows.every(({ tranco_rank: rank }) => rank === null)).toBe(true)
})

test('competitor-snapshot: bad input is 422', () => {
  expect(competitorSnapshot.input.safeParse({}).success).toBe(false)
  expect(
    competitorSnapshot.input.safeParse({ domain: 'e.test', competitors: Array.from({ length: 6 }, () => 'a.test') })
      .success,
  ).toBe(false)
  expect(() => competitorSnapshot.check?.({ domain: 'e.test', competitors: ['10.0.0.1'] })).toThrow(Refusal)
})

test('competitor-snapshot: a subject that is down ends the call, uncharged', async () => {
  await expect(look({ competitors: ['globex.test'] }, { isDown: true })).rejects.toMatchObject({
    code: 'upstream_unavailable',
  })
})
