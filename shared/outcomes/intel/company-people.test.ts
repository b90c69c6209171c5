import { describe, expect, test } from 'vitest'

import { acmeSite, companyContext, companyPage } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import { companyPeople } from './company-people.ts'

type Given = Parameters<typeof companyContext>[0]
type Answer = {
  people: { name: string; title: string; source_url: string }[]
  count: number
  found: number
  unknowns: string[]
  email_pattern: unknown
  pages_read: string[]
}

const look = async (given: Given = {}, input: Record<string, unknown> = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await companyPeople.run({ domain: 'e.test', ...input }, companyContext(given).ctx)) as Answer

const home = (links: string) => companyPage('Acme', `<h1>Acme</h1>${links}`)

test('company-people: a card with a name and a title is a person, with level, function and the words of the page', async () => {
  const pages = {
    '/': home('<a href="/team">Team</a>'),
    '/team': companyPage('Team', '<div class=card><h3>Ada Lovelace</h3><p>CTO</p></div>'),
  }
  const { people, count } = await look({ pages })
  expect(count).toBe(1)
  expect(people[0]).toEqual({
    name: 'Ada Lovelace',
    title: 'CTO',
    seniority: 'c_level',
    function: 'engineering',
    source_url: 'https://e.test/team',
    quote: 'Ada Lovelace · CTO',
    links: [],
    last_seen: '2026-11-20T12:00:00.000Z',
  })
})

test('company-people: each card’s title goes to its own name, the most senior first', async () => {
  const { people, email_pattern: pattern } = await look()
  expect(people.map(({ name, title }) => `${name}: ${title}`)).toEqual([
    'Grace Hopper: Founder & CEO',
    'Ada Lovelace: CTO',
    'Max Weber: Head of Sales',
  ])
  expect(pattern).toEqual({ pattern: '{first}.{last}', evidence: ['ada.lovelace@e.test'], confidence: 0.6 })
})

test('company-people: without a team page nobody is invented, and it is told', async () => {
  const {
    count,
    people,
    unknowns,
    email_pattern: pattern,
  } = await look({ pages: { '/': home('<p>Our Platform</p><p>Contact Sales Manager</p>') } })
  expect({ count, people, pattern }).toEqual({ count: 0, people: [], pattern: null })
  expect(unknowns).toContain('team: no team page was found')
})

describe('company-people: other ways in which pages name people', () => {
  test.each([
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"Person","name":"Ada Lovelace","jobTitle":"CTO"}</script>',
      'CTO',
    ],
    [
      'a founder in JSON-LD',
      '<script type="application/ld+json">{"@type":"Organization","name":"Acme","founder":{"@type":"Person","name":"Ada Lovelace"}}</script>',
      'Founder',
    ],
    ['one line', '<ul><li>Ada Lovelace, Chief Technology Officer</li></ul>', 'Chief Technology Officer'],
    ['a heading pair', '<h3>Ada Lovelace</h3><h4>VP Engineering</h4>', 'VP Engineering'],
    ['a title before the name', '<div><p>Managing Director</p><h3>Ada Lovelace</h3></div>', 'Managing Director'],
    ['an imprint', '<p>Geschäftsführerin: Ada Lovelace</p>', 'Geschäftsführerin'],
    [
      'a title in the small print of the heading',
      '<h4>Ada Lovelace <small>Lead Designer</small></h4>',
      'Lead Designer',
    ],
    ['a department on a team page', '<a><h2>Ada Lovelace</h2><p>Marketing</p></a>', 'Marketing'],
    ['capitals', '<div><h3>ADA LOVELACE</h3><p>CTO</p></div>', 'CTO'],
  ])('%s', async (_, body, title) => {
    const { people } = await look({
      pages: { '/': home('<a href="/team">Team</a>'), '/team': companyPage('Team', body) },
    })
    expect(people.map((person) => [person.name, person.title])).toEqual([['Ada Lovelace', title]])
  })
})

test('company-people: a title of one card is not given to the name of the next', async () => {
  const cards =
    '<div class=g><div class=c><h3>Ada Lovelace</h3></div><div class=c><h3>Bob Stone</h3><p>Sales Manager</p></div></div>'
  const { people } = await look({
    pages: { '/': home('<a href="/team">Team</a>'), '/team': companyPage('Team', cards) },
  })
  expect(people.find(({ name }) => name === 'Bob Stone')?.title).toBe('Sales Manager')
})

test('company-people: roles filter, and the limit cuts', async () => {
  expect((await look({}, { roles: ['ceo'] })).people.map(({ name }) => name)).toEqual(['Grace Hopper'])
  expect((await look({}, { roles: ['engineering'] })).people.map(({ name }) => name)).toEqual(['Ada Lovelace'])
  expect(await look({}, { limit: 1 })).toMatchObject({ count: 1, found: 3 })
})

test('company-people: what robots.txt forbids is not read', async () => {
  const pages = { ...acmeSite(), '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /team' } }
  const { count, pages_read: read, unknowns } = await look({ pages })
  expect(count).toBe(0)
  expect(read).not.toContain('https://e.test/team')
  expect(unknowns.join()).toContain('robots.txt')
})

test.each(['10.0.0.1', 'localhost', 'not a domain', 'e.test:8080', 'user@e.test', '[::1]'])(
  'company-people: %j is 422',
  (domain) => {
    expect(() => companyPeople.check?.({ domain })).toThrow(Refusal)
  },
)

test('company-people: a site that is down ends the call, uncharged', async () => {
  const { ctx } = companyContext({ isDown: true })
  await expect(companyPeople.run({ domain: 'e.test' }, ctx)).rejects.toMatchObject({ code: 'upstream_unavailable' })
})
