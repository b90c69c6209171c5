import pMap from 'p-map'
import { askPart, type Asking, type Part } from '#shared/engines/sources/part.ts'

import { advisoryQuestion, BATCH, batchQuestion, type Versioned, type Vulnerability, vulnerabilityOf } from './osv.ts'

/** Maximum number of advisories read in detail; further ids are listed without a severity. */
const MOST_DETAILS = 80
const LANES = 8
/** Pages of ids; OSV gives a thousand at once. */
const MOST_PAGES = 5
const RANK = { critical: 0, high: 1, medium: 2, unknown: 3, low: 4 } as const

export type Advisories = { vulnerabilities: Vulnerability[]; packages: number; unread: number }

/**
 * Asks OSV for advisories on these versions. A part without a value means that OSV did not answer, so the result is
 * unknown.
 */
export async function lookUpAdvisories(asking: Asking, packages: readonly Versioned[]): Promise<Part<Advisories>> {
  const byVersion = new Map<string, Versioned>()
  for (const one of packages) {
    const key = `${one.ecosystem} ${one.name} ${one.version}`
    // A package that is needed at runtime anywhere is not a development dependency.
    if (byVersion.get(key)?.dev !== false) byVersion.set(key, one)
  }
  const once = [...byVersion.values()]
  const listed = await listIds(asking, once)
  if (listed.value === null) return { ...listed, value: null }
  const hits = listed.value
  const ids = [...new Set(hits.map(({ id }) => id))]
  const details = await pMap(
    ids.slice(0, MOST_DETAILS),
    async (id) => ({
      id,
      part: await askPart(asking, advisoryQuestion(id)),
    }),
    { concurrency: LANES },
  )
  const advisories = new Map(details.map(({ id, part }) => [id, part.value]))
  const unread = ids.length - details.filter(({ part }) => part.value !== null).length
  const vulnerabilities = withoutTwins(
    hits.flatMap(({ id, of }) => vulnerabilityOf(id, advisories.get(id) ?? null, of) ?? []),
  ).toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1))
  return {
    value: { vulnerabilities, packages: once.length, unread },
    source: listed.source,
    problem: null,
  }
}

type Hit = { id: string; of: Versioned }

/** The ids that hold for packages, page by page; without a value where a page did not come, or there are too many. */
async function listIds(asking: Asking, packages: readonly Versioned[]): Promise<Part<Hit[]>> {
  const hits: Hit[] = []
  let open: (Versioned & { page?: string })[] = [...packages]
  let source: Part<Hit[]>['source'] = null
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MOST_PAGES) return { value: null, source, problem: 'too_large' }
    const batches = Array.from({ length: Math.ceil(open.length / BATCH) }, (_, at) =>
      open.slice(at * BATCH, (at + 1) * BATCH),
    )
    const answers = await pMap(batches, (batch) => askPart(asking, batchQuestion(batch)), { concurrency: 2 })
    const failed = answers.find(({ value }) => value === null)
    if (failed !== undefined) return { ...failed, value: null }
    source ??= answers[0]?.source ?? null
    const told = answers.flatMap(({ value }) => value ?? [])
    hits.push(...open.flatMap((of, at) => (told[at]?.ids ?? []).map((id) => ({ id, of }))))
    open = open.flatMap((of, at) => {
      const page = told[at]?.next ?? null
      return page === null ? [] : [{ ...of, page }]
    })
  }
  return { value: hits, source, problem: null }
}

/** Databases tell of one hole under ids of their own: one stays for each version, with the others as its aliases. */
export function withoutTwins(found: readonly Vulnerability[]): Vulnerability[] {
  const kept: Vulnerability[] = []
  const inOrder = found.toSorted((a, b) => Number(b.id.startsWith('GHSA-')) - Number(a.id.startsWith('GHSA-')))
  for (const one of inOrder) {
    const ids = new Set([one.id, ...one.aliases])
    const place = kept.findIndex(
      (other) =>
        other.package === one.package &&
        other.version === one.version &&
        other.ecosystem === one.ecosystem &&
        [other.id, ...other.aliases].some((id) => ids.has(id)),
    )
    const twin = kept[place]
    if (twin === undefined) kept.push(one)
    else {
      const aliases = [...new Set([...twin.aliases, ...ids])].filter((id) => id !== twin.id)
      const isMalware = twin.id.startsWith('MAL-') || one.id.startsWith('MAL-')
      kept[place] = {
        ...twin,
        // An id that names malware must not be lost among the aliases.
        id: one.id.startsWith('MAL-') ? one.id : twin.id,
        aliases: one.id.startsWith('MAL-') ? [twin.id, ...aliases.filter((id) => id !== one.id)] : aliases,
        severity: isMalware ? 'critical' : twin.severity === 'unknown' ? one.severity : twin.severity,
        score: twin.score ?? one.score,
        fixedIn: twin.fixedIn ?? one.fixedIn,
      }
    }
  }
  return kept
}
