import { z } from 'zod'

import { listOf } from '#shared/engines/repo/hosts/host-shapes.ts'
import { askPart, type Asking, type Part } from '#shared/engines/sources/part.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

const TTL_S = 86_400
const MOST_CANDIDATES = 5
const PROPERTIES = {
  website: 'P856',
  inception: 'P571',
  headquarters: 'P159',
  employees: 'P1128',
  industry: 'P452',
  country: 'P17',
  ticker: 'P249',
} as const

/** Wikidata's facts on a company that has exactly this domain as its official website. JSON. */
export type WikidataCompany = {
  id: string
  url: string
  label: string | null
  description: string | null
  founded: number | null
  headquarters: string | null
  employees: number | null
  industry: string | null
  country: string | null
  ticker: string | null
}

const Found = z.object({ search: listOf(z.object({ id: z.string().regex(/^Q\d+$/) })) })
const Snak = z.object({ datavalue: z.object({ value: z.unknown() }).optional() })
const Claim = z.object({
  rank: z.string().optional(),
  mainsnak: Snak,
  qualifiers: z.record(z.string(), z.array(z.unknown())).optional().catch(undefined),
})
type Claim = z.output<typeof Claim>
const Labelled = z.record(z.string(), z.object({ value: z.string() })).catch({})
const Entities = z.object({
  entities: z.record(
    z.string(),
    z.object({
      id: z.string().optional(),
      labels: Labelled.optional(),
      descriptions: Labelled.optional(),
      claims: z.record(z.string(), z.array(z.unknown())).catch({}).optional(),
    }),
  ),
})
type Entity = z.output<typeof Entities>['entities'][string]

const entities = (ids: readonly string[], props: string): UpstreamQuestion<Record<string, Entity>> => ({
  upstream: 'wikidata',
  path: '/w/api.php',
  query: { action: 'wbgetentities', ids: ids.join('|'), props, languages: 'en', format: 'json' },
  ttlS: TTL_S,
  read: (reply) => Entities.parse(reply.json()).entities,
})

/** Ids of entries by name, the likeliest first. */
export const wikidataSearch = (name: string): UpstreamQuestion<string[]> => ({
  upstream: 'wikidata',
  path: '/w/api.php',
  query: { action: 'wbsearchentities', search: name, language: 'en', format: 'json', limit: MOST_CANDIDATES },
  ttlS: TTL_S,
  read: (reply) => Found.parse(reply.json()).search.map(({ id }) => id),
})

/** Looks a company up by its name, and believes only an entry whose official website is this domain. */
export async function askWikidata(
  asking: Asking,
  { name, domain }: { name: string; domain: string },
): Promise<Part<WikidataCompany>> {
  const found = await askPart(asking, wikidataSearch(name), 4_000)
  if (found.value === null || found.value.length === 0) return { ...found, value: null }
  const all = await askPart(asking, entities(found.value, 'labels|descriptions|claims'), 4_000)
  const match = Object.values(all.value ?? {}).find((entity) =>
    textsOf(entity, 'website').some((url) => hostOf(url) === domain),
  )
  if (match === undefined) return { ...all, value: null }
  const linked = [idOf(match, 'headquarters'), idOf(match, 'industry'), idOf(match, 'country')].flatMap(
    (id) => id ?? [],
  )
  const names = linked.length === 0 ? null : await askPart(asking, entities([...new Set(linked)], 'labels'), 3_000)
  const labelOf = (id: string | null) => (id === null ? null : (names?.value?.[id]?.labels?.['en']?.value ?? null))
  const id = match.id ?? found.value[0] ?? ''
  return {
    ...all,
    value: {
      id,
      url: `https://www.wikidata.org/wiki/${id}`,
      label: match.labels?.['en']?.value ?? null,
      description: match.descriptions?.['en']?.value ?? null,
      founded: yearOf(match),
      headquarters: labelOf(idOf(match, 'headquarters')),
      employees: amountOf(match),
      industry: labelOf(idOf(match, 'industry')),
      country: labelOf(idOf(match, 'country')),
      ticker: textsOf(match, 'ticker')[0] ?? null,
    },
  }
}

/** Values of a property that hold today, preferred ones first, then the latest; what is deprecated or over is left out. */
function valuesOf(entity: Entity, property: keyof typeof PROPERTIES): unknown[] {
  const claims = (entity.claims?.[PROPERTIES[property]] ?? []).flatMap((claim) => Claim.safeParse(claim).data ?? [])
  const rank = (of: string | undefined) => (of === 'preferred' ? 0 : 1)
  return claims
    .filter((claim) => claim.rank !== 'deprecated' && claim.qualifiers?.[ENDED] === undefined)
    .toSorted((a, b) => rank(a.rank) - rank(b.rank) || (saidAt(a) < saidAt(b) ? 1 : saidAt(a) > saidAt(b) ? -1 : 0))
    .flatMap(({ mainsnak }) => (mainsnak.datavalue === undefined ? [] : [mainsnak.datavalue.value]))
}

/** Qualifiers: when a statement ceased to hold, of when it is, and since when it holds. */
const ENDED = 'P582'
const TIMES = ['P585', 'P580']

/** When a statement is of, as the text of Wikidata (`+2023-01-01T00:00:00Z`); empty where it does not say. */
const saidAt = ({ qualifiers }: Claim): string =>
  TIMES.flatMap((property) => qualifiers?.[property] ?? [])
    .flatMap((snak) => memberOf(Snak.safeParse(snak).data?.datavalue?.value, 'time'))
    .filter((time) => typeof time === 'string')
    .toSorted()
    .at(-1) ?? ''

const memberOf = (value: unknown, member: string): unknown =>
  // Safe: only a member is looked at.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined

const textsOf = (entity: Entity, property: keyof typeof PROPERTIES) =>
  valuesOf(entity, property).filter((value) => typeof value === 'string')

function idOf(entity: Entity, property: keyof typeof PROPERTIES): string | null {
  const id = memberOf(valuesOf(entity, property)[0], 'id')
  return typeof id === 'string' && /^Q\d+$/.test(id) ? id : null
}

function yearOf(entity: Entity): number | null {
  const time = memberOf(valuesOf(entity, 'inception')[0], 'time')
  const [, year] = /^\+(\d{4})-/.exec(typeof time === 'string' ? time : '') ?? []
  return year === undefined ? null : Number(year)
}

function amountOf(entity: Entity): number | null {
  const amount = Number(memberOf(valuesOf(entity, 'employees')[0], 'amount'))
  return amount > 0 ? Math.round(amount) : null
}

const hostOf = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? null
