import { expect, test } from 'vitest'

import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'

import { askWikidata } from './wikidata.ts'

type Claim = { value: unknown; rank?: string; at?: string; since?: string; until?: string }

const snak = (value: unknown) => ({ datavalue: { value } })
const time = (day: string | undefined) =>
  day === undefined ? undefined : [snak({ time: `+${day}T00:00:00Z`, precision: 11 })]
const claim = ({ value, rank = 'normal', at, since, until }: Claim) => ({
  rank,
  mainsnak: snak(value),
  qualifiers: Object.fromEntries(
    Object.entries({ P585: time(at), P580: time(since), P582: time(until) }).filter(([, told]) => told !== undefined),
  ),
})
const people = (amount: string, more: Omit<Claim, 'value'> = {}): Claim => ({ value: { amount, unit: '1' }, ...more })
const place = (id: string, more: Omit<Claim, 'value'> = {}): Claim => ({ value: { id }, ...more })

/** What is told of Acme by these claims. */
async function acme(claims: Record<string, readonly Claim[]>) {
  const told = { P856: [{ value: 'https://acme.test/' }], ...claims }
  const entity = {
    id: 'Q1',
    labels: { en: { value: 'Acme' } },
    claims: Object.fromEntries(Object.entries(told).map(([property, list]) => [property, list.map(claim)])),
  }
  const labels = { Q64: { labels: { en: { value: 'Berlin' } } }, Q1718: { labels: { en: { value: 'Düsseldorf' } } } }
  const upstreams = fakeUpstreams(({ query }) => {
    if (query?.['action'] === 'wbsearchentities') return { body: { search: [{ id: 'Q1' }] } }
    return { body: { entities: query?.['props'] === 'labels' ? labels : { Q1: entity } } }
  })
  const asking = { upstreams, signal: new AbortController().signal }
  return (await askWikidata(asking, { name: 'Acme', domain: 'acme.test' })).value
}

test('of several numbers in Wikidata the preferred one counts, else the latest', async () => {
  const old = people('+40', { at: '2009-01-01' })
  const late = people('+900', { at: '2024-06-30' })
  expect(await acme({ P1128: [old, late, people('+7')] })).toMatchObject({ employees: 900 })
  expect(await acme({ P1128: [late, { ...old, rank: 'preferred' }] })).toMatchObject({ employees: 40 })
  expect(await acme({ P1128: [people('+5', { rank: 'deprecated' })] })).toMatchObject({ employees: null })
})

test('a statement of Wikidata that has ended is no fact of today', async () => {
  const left = place('Q1718', { since: '1999-01-01', until: '2015-01-01' })
  expect(await acme({ P159: [left, place('Q64', { since: '2015-01-01' })] })).toMatchObject({ headquarters: 'Berlin' })
  expect(await acme({ P159: [left] })).toMatchObject({ headquarters: null })
})

test('an entry whose site is another domain is another company', async () => {
  expect(await acme({ P856: [{ value: 'https://acme.example/' }] })).toBeNull()
  expect(await acme({ P856: [{ value: 'https://acme.test/', until: '2020-01-01' }] })).toBeNull()
})
