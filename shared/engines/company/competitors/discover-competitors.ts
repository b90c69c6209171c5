import { SearchPart } from '../company-parts.ts'
import { readCompanyDomain } from '../company-domain.ts'
import type { PartCaller } from '../part-caller.ts'
import { rankCandidates } from '../resolve/resolve-company.ts'
import type { Competitor } from './competitor.ts'
import { findNamesBeside } from './find-names-beside.ts'

/** `asked` is false when the searches could not be made. */
export type Discovered = { competitors: Competitor[]; asked: boolean }

const LEAST_PAGES = 2
const LEAST_MATCH = 0.8

/**
 * Companies that at least two independent pages name next to this one, with the domain a search gives for their name.
 */
export async function discoverCompetitors(
  caller: PartCaller,
  given: { name: string; domain: string; most: number },
): Promise<Discovered> {
  const { name, domain, most } = given
  const search = (query: string, step: string) => caller.call('web-search', { query, limit: 10 }, SearchPart, step)
  const [alternatives, versus] = await Promise.all([
    search(`alternatives to ${name}`, 'web-search alternatives'),
    search(`${name} vs`, 'web-search versus'),
  ])
  if (alternatives === null && versus === null) return { competitors: [], asked: false }
  const results = [...(alternatives?.results ?? []), ...(versus?.results ?? [])].filter((hit) => hit.domain !== domain)
  const named = findNamesBeside(name, results).filter(({ hosts }) => hosts.size >= LEAST_PAGES)
  const resolved = await Promise.all(
    named.slice(0, most + 2).map(async (one, place): Promise<Competitor | null> => {
      // A hit of the competitor itself saves the search.
      const [own] = rankCandidates(one.name, results).filter(({ match }) => match >= 0.95)
      const byHost =
        own !== undefined && readCompanyDomain(own.domain) !== null && isNamedSo(one.name, own.domain) ? own : undefined
      const part =
        byHost === undefined ? await search(`"${one.name}" official site`, `web-search competitor ${place + 1}`) : null
      const [best] =
        byHost === undefined
          ? rankCandidates(one.name, part?.results ?? []).filter(({ domain: host }) => isNamedSo(one.name, host))
          : [byHost]
      if (best === undefined || best.match < LEAST_MATCH || best.domain === domain) return null
      const why = `named next to ${name} on ${one.hosts.size} sites, such as “${one.why}”`
      return { domain: best.domain, name: one.name, why, source_url: one.url, pages: one.hosts.size }
    }),
  )
  const found = resolved.filter((one) => one !== null)
  return { competitors: [...new Map(found.map((one) => [one.domain, one])).values()].slice(0, most), asked: true }
}

/** A page about a name is not its site: the host has to carry the name itself. */
function isNamedSo(name: string, domain: string): boolean {
  const label = (domain.split('.').slice(0, -1).at(-1) ?? '').replaceAll('-', '')
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return plain.length > 2 && (label.includes(plain) || (label.length > 2 && plain.includes(label)))
}
