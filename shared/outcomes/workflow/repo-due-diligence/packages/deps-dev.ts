import { z } from 'zod'

import { listOf, text, time } from '#shared/engines/repo/hosts/host-shapes.ts'
import type { Ecosystem } from '#shared/engines/repo/manifests/package-entry.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { compareVersions } from '#shared/engines/repo/advisories/compare-versions.ts'
import type { PackageRecord } from './package-record.ts'

const TTL_S = 86_400
const SYSTEMS: Readonly<Record<Ecosystem, string>> = { npm: 'npm', PyPI: 'pypi', 'crates.io': 'cargo', Go: 'go' }

const Package = z.object({
  versions: listOf(
    z.object({
      versionKey: z.object({ version: z.string() }),
      publishedAt: time,
      isDefault: z.boolean().catch(false),
      isDeprecated: z.boolean().catch(false),
    }),
  ),
})
export type PackageVersions = {
  latest: string | null
  latestAt: string | null
  firstAt: string | null
  deprecated: readonly string[]
}

/** Which versions of a package there are; null for one that deps.dev does not know. */
export const versionsQuestion = (ecosystem: Ecosystem, name: string): UpstreamQuestion<PackageVersions | null> => ({
  upstream: 'deps-dev',
  path: '/v3/systems/{system}/packages/{name}',
  fill: { system: SYSTEMS[ecosystem], name },
  answers: [404],
  ttlS: TTL_S,
  expects: 'json',
  read(reply) {
    if (reply.status === 404) return null
    const { versions } = Package.parse(reply.json())
    const newest =
      versions.find(({ isDefault }) => isDefault) ??
      versions.toSorted((a, b) => compareVersions(b.versionKey.version, a.versionKey.version))[0]
    return {
      latest: newest?.versionKey.version ?? null,
      latestAt: newest?.publishedAt ?? null,
      firstAt: versions.flatMap(({ publishedAt }) => publishedAt ?? []).toSorted()[0] ?? null,
      deprecated: versions.filter(({ isDeprecated }) => isDeprecated).map(({ versionKey }) => versionKey.version),
    }
  },
})

const Version = z.object({
  licenses: listOf(z.string()).catch([]),
  isDeprecated: z.boolean().catch(false),
  links: listOf(z.object({ label: z.string(), url: z.string() })).catch([]),
  slsaProvenances: listOf(z.unknown()).catch([]),
  attestations: listOf(z.unknown()).catch([]),
  publishedAt: time,
})
export type VersionRecord = { licenses: string[]; source: string | null; attested: boolean; publishedAt: string | null }

/** One version of a package; null for one that deps.dev does not know. */
export const versionQuestion = (
  ecosystem: Ecosystem,
  name: string,
  version: string,
): UpstreamQuestion<VersionRecord | null> => ({
  upstream: 'deps-dev',
  path: '/v3/systems/{system}/packages/{name}/versions/{version}',
  fill: {
    system: SYSTEMS[ecosystem],
    name,
    version: ecosystem === 'Go' && !version.startsWith('v') ? `v${version}` : version,
  },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return null
    const read = Version.parse(reply.json())
    return {
      licenses: read.licenses,
      source: read.links.find(({ label }) => label === 'SOURCE_REPO')?.url ?? null,
      attested: read.slsaProvenances.length > 0 || read.attestations.length > 0,
      publishedAt: read.publishedAt,
    }
  },
})

const Graph = z.object({
  nodes: z.array(z.object({ relation: text })).max(20_000),
  edges: listOf(z.object({ fromNode: z.number().int().min(0).default(0), toNode: z.number().int().min(0).default(0) })),
})
export type DependencyGraph = { direct: number; transitive: number; depth: number }

/** The resolved graph of a version, counted. */
export const graphQuestion = (
  ecosystem: Ecosystem,
  name: string,
  version: string,
): UpstreamQuestion<DependencyGraph | null> => ({
  upstream: 'deps-dev',
  path: '/v3/systems/{system}/packages/{name}/versions/{version}:dependencies',
  fill: { system: SYSTEMS[ecosystem], name, version },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return null
    const { nodes, edges } = Graph.parse(reply.json())
    const of = (relation: string) => nodes.filter((node) => node.relation === relation).length
    return { direct: of('DIRECT'), transitive: of('INDIRECT'), depth: depthOf(nodes.length, edges) }
  },
})

/** Steps from the root to the farthest package, by breadth: graphs of packages have circles. */
function depthOf(count: number, edges: readonly { fromNode: number; toNode: number }[]): number {
  const next = new Map<number, number[]>()
  for (const { fromNode, toNode } of edges) next.set(fromNode, [...(next.get(fromNode) ?? []), toNode])
  const seen = new Set([0])
  let front = [0]
  let depth = 0
  while (front.length > 0 && depth < count) {
    front = front.flatMap((node) => next.get(node) ?? []).filter((node) => !seen.has(node) && seen.add(node))
    if (front.length > 0) depth += 1
  }
  return depth
}

/** A crate as deps.dev knows it. */
export const crateRecord = (name: string, versions: PackageVersions, version: VersionRecord | null): PackageRecord => ({
  name,
  ecosystem: 'crates.io',
  latest: versions.latest,
  publishedAt: versions.latestAt,
  firstPublishedAt: versions.firstAt,
  repository: version?.source ?? null,
  provenance: version?.attested ?? null,
  installScripts: null,
  publishedBy: null,
  maintainers: null,
  deprecated: versions.latest !== null && versions.deprecated.includes(versions.latest),
  license: version?.licenses[0] ?? null,
})
