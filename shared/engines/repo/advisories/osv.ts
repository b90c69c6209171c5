import { z } from 'zod'

import { listOf, text } from '../hosts/host-shapes.ts'
import { type Ecosystem, normalName } from '../manifests/package-entry.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { compareVersions } from './compare-versions.ts'
import { cvss3Score, severityOfScore, type VulnerabilitySeverity } from './cvss.ts'

export type Versioned = { ecosystem: Ecosystem; name: string; version: string; dev?: boolean | null }

/** One advisory that holds for one version of one package. */
export type Vulnerability = {
  id: string
  aliases: readonly string[]
  package: string
  ecosystem: Ecosystem
  version: string
  severity: VulnerabilitySeverity
  /** CVSS 3 base score; null where the advisory has none. */
  score: number | null
  summary: string
  fixedIn: string | null
  /** Only for building and testing; null where the lock file does not say. */
  dev: boolean | null
}

const OSV_TTL_S = 21_600
/** OSV takes 1,000 questions in one. */
export const BATCH = 1_000

const Batch = z.object({
  results: z.array(
    z.object({ vulns: listOf(z.object({ id: z.string() })).nullish(), next_page_token: text }).nullable(),
  ),
})

/** Ids that hold for a package; `next` names the page behind these. */
export type AdvisoryIds = { ids: string[]; next: string | null }

/** The ids that hold for each package, in the order of the packages; `page` is the `next` of an earlier answer. */
export const batchQuestion = (
  packages: readonly (Versioned & { page?: string | null })[],
): UpstreamQuestion<AdvisoryIds[]> => ({
  upstream: 'osv',
  path: '/v1/querybatch',
  post: {
    queries: packages.map(({ ecosystem, name, version, page = null }) => ({
      package: { ecosystem, name },
      version,
      ...(page === null ? {} : { page_token: page }),
    })),
  },
  ttlS: OSV_TTL_S,
  read(reply) {
    const { results } = Batch.parse(reply.json())
    if (results.length !== packages.length) throw new TypeError('as many results as questions')
    return results.map((result) => ({
      ids: (result?.vulns ?? []).map(({ id }) => id),
      next: result?.next_page_token || null,
    }))
  },
})

const Advisory = z.object({
  id: z.string(),
  summary: text,
  aliases: listOf(z.string()).catch([]),
  severity: listOf(z.object({ type: z.string(), score: z.string() })).catch([]),
  withdrawn: text,
  affected: listOf(
    z.object({
      package: z.object({ name: z.string(), ecosystem: z.string() }).nullish(),
      ranges: listOf(z.object({ type: text, events: listOf(z.record(z.string(), z.string())).catch([]) })).catch([]),
    }),
  ).catch([]),
  database_specific: z.object({ severity: text }).nullish().catch(null),
})
export type Advisory = z.output<typeof Advisory>

export const advisoryQuestion = (id: string): UpstreamQuestion<Advisory | null> => ({
  upstream: 'osv',
  path: '/v1/vulns/{id}',
  fill: { id },
  answers: [404],
  ttlS: OSV_TTL_S,
  read: (reply) => (reply.status === 404 ? null : Advisory.parse(reply.json())),
})

const WORDS: Readonly<Record<string, VulnerabilitySeverity>> = {
  LOW: 'low',
  MODERATE: 'medium',
  MEDIUM: 'medium',
  HIGH: 'high',
  CRITICAL: 'critical',
}

/** Reads an advisory on one package; null when it was withdrawn. Without the advisory, only the id is known. */
export function vulnerabilityOf(id: string, advisory: Advisory | null, of: Versioned): Vulnerability | null {
  if (advisory !== null && advisory.withdrawn !== null) return null
  const scores = (advisory?.severity ?? []).flatMap(({ score }) => cvss3Score(score) ?? [])
  const score = scores.length === 0 ? null : Math.max(...scores)
  const word = WORDS[advisory?.database_specific?.severity?.toUpperCase() ?? '']
  const severity = id.startsWith('MAL-') ? 'critical' : score === null ? (word ?? 'unknown') : severityOfScore(score)
  return {
    id,
    aliases: advisory?.aliases ?? [],
    package: of.name,
    ecosystem: of.ecosystem,
    version: of.version,
    severity,
    score,
    summary: (advisory?.summary ?? '').slice(0, 300),
    fixedIn: advisory === null ? null : fixedIn(advisory, of),
    dev: of.dev ?? null,
  }
}

/** The oldest fixed version above the one in use, of the ranges of this very package. */
function fixedIn({ affected }: Advisory, { ecosystem, name, version }: Versioned): string | null {
  const fixes = affected
    .filter((entry) => normalName(ecosystem, entry.package?.name ?? '') === normalName(ecosystem, name))
    .flatMap(({ ranges }) => ranges)
    .filter(({ type }) => type !== 'GIT')
    .flatMap(({ events }) => events.flatMap((event) => event['fixed'] ?? []))
    .filter((fixed) => compareVersions(fixed, version) > 0)
  return fixes.toSorted(compareVersions)[0] ?? null
}
