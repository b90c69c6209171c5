import { describe, expect, test } from 'vitest'

import { acmeSite, companyContext, companyParts } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import { leadBriefPlus } from './lead-brief-plus.ts'

type Given = Parameters<typeof companyContext>[0]
type Answer = {
  brief: { company: Record<string, { value: unknown } | null>; steps: { step: string }[] }
  people: { name: string; source_url: string }[]
  hiring: { open_roles: number | null } | null
  competitors: { domain: string; name: string; why: string; source_url: string }[]
  timeline: { date: string; event: string }[]
  fit: { score: number; reasons: { text: string; source_url: string }[] } | null
  outreach: { opener: string; based_on: string[] } | null
  unknowns: string[]
  sources: { n: number; url: string }[]
}

const look = async (given: Given = {}, input: Record<string, unknown> = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await leadBriefPlus.run({ domain: 'e.test', ...input }, companyContext(given).ctx)) as Answer

test('lead-brief-plus: without anybody named it is 422', () => {
  expect(() => leadBriefPlus.check?.({})).toThrow(Refusal)
  expect(leadBriefPlus.input.safeParse({ domain: 'e.test', competitors: 6 }).success).toBe(false)
})

test('lead-brief-plus: one crawl gives the brief, people, roles, competitors, timeline, fit and an angle, each with its page', async () => {
  const answer = await look({}, { purpose: 'steel bridges software' })
  expect(answer.brief.company['founded']?.value).toBe(1999)
  expect(answer.people.map(({ name }) => name)).toEqual(['Grace Hopper', 'Ada Lovelace', 'Max Weber'])
  expect(answer.people.every(({ source_url: url }) => url.startsWith('https://e.test/'))).toBe(true)
  expect(answer.hiring).toMatchObject({ open_roles: 2 })
  expect(answer.competitors).toEqual([
    {
      domain: 'globex.test',
      name: 'Globex',
      why: 'named next to Acme on 2 sites, such as “Acme vs Globex: which widgets?”',
      source_url: 'https://compare.example/acme-globex',
    },
  ])
  expect(answer.timeline.map(({ event }) => event)).toEqual([
    'Acme launches a lighter widget',
    'role posted: Senior Machine Learning Engineer',
    'domain registered',
    'founded',
  ])
  expect(answer.fit?.score).toBe(67)
  expect(answer.outreach).toMatchObject({ opener: expect.stringContaining('Series A') })
  expect(answer.sources.map(({ n }) => n)).toEqual(answer.sources.map((_, place) => place + 1))
})

test('lead-brief-plus: a site without a careers page: zero was found, and unknowns says why', async () => {
  const pages = acmeSite()
  delete pages['/careers']
  const answer = await look({
    pages: Object.fromEntries(
      Object.entries(pages).map(([path, page]) => [
        path,
        typeof page === 'string' ? page.replaceAll('<a href="/careers">Careers</a>', '') : page,
      ]),
    ),
  })
  expect(answer.hiring?.open_roles).toBe(0)
  expect(answer.unknowns.join()).toContain('careers: no careers page was found')
})

describe('lead-brief-plus: what is not asked for, or cannot be had', () => {
  test('no purpose, no fit; no competitors wanted, none searched', async () => {
    const answer = await look({}, { competitors: 0 })
    expect(answer.fit).toBeNull()
    expect(answer.competitors).toEqual([])
    expect(answer.brief.steps.filter(({ step }) => step.startsWith('web-search'))).toEqual([])
  })

  test('a search that fails leaves competitors empty and is named', async () => {
    const answer = await look({ parts: { ...companyParts(), 'web-search': new Refusal('upstream_unavailable', 'no') } })
    expect(answer.competitors).toEqual([])
    expect(answer.unknowns).toContain('competitors: the search did not answer')
  })

  test('a name on one page only is no competitor', async () => {
    const search = {
      source: { name: 'Search', url: null, fetched_at: '2026-11-20T12:00:00.000Z' },
      results: [{ title: 'Acme vs Globex', url: 'https://compare.example/a', domain: 'compare.example', snippet: '' }],
    }
    expect((await look({ parts: { ...companyParts(), 'web-search': search } })).competitors).toEqual([])
  })
})

test('lead-brief-plus: it stays within 30 requests to the site', async () => {
  const { ctx, egress } = companyContext()
  await leadBriefPlus.run({ domain: 'e.test' }, ctx)
  expect(egress.asked.length).toBeLessThanOrEqual(30)
})
