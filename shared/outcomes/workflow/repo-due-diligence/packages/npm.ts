import { z } from 'zod'

import { listOf, text, time } from '#shared/engines/repo/hosts/host-shapes.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { PackageRecord } from './package-record.ts'

const TTL_S = 600
const LIFECYCLE = ['preinstall', 'install', 'postinstall']

const Version = z
  .object({
    license: z.unknown().optional(),
    scripts: z.record(z.string(), z.unknown()).catch({}).optional(),
    repository: z.unknown().optional(),
    deprecated: z.unknown().optional(),
    dist: z.object({ attestations: z.unknown().optional() }).catch({}).optional(),
    _npmUser: z.object({ name: text }).nullish().catch(null),
  })
  // The registry's own spelling ends here.
  .transform(({ _npmUser: user, ...version }) => ({ ...version, user }))
const Packument = z.object({
  name: z.string(),
  'dist-tags': z.object({ latest: text }).catch({ latest: null }),
  versions: z.record(z.string(), z.unknown()).catch({}),
  time: z.record(z.string(), z.unknown()).catch({}),
  maintainers: listOf(z.unknown()).nullish().catch(null),
  repository: z.unknown().optional(),
})

const urlOf = (repository: unknown): string | null => {
  if (typeof repository === 'string') return repository.replace(/^github:/, 'https://github.com/')
  return typeof repository === 'object' &&
    repository !== null &&
    'url' in repository &&
    typeof repository.url === 'string'
    ? repository.url
    : null
}

/** A package of the npm registry; null where there is none. */
export const npmQuestion = (name: string): UpstreamQuestion<PackageRecord | null> => ({
  upstream: 'npm-registry',
  path: '/{name}',
  fill: { name },
  answers: [404, 405],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status !== 200) return null
    const packument = Packument.parse(reply.json())
    const latest = packument['dist-tags'].latest
    const version = Version.safeParse(latest === null ? undefined : packument.versions[latest]).data
    const { license } = version ?? {}
    return {
      name: packument.name,
      ecosystem: 'npm',
      latest,
      publishedAt: latest === null ? null : time.parse(packument.time[latest]),
      firstPublishedAt: time.parse(packument.time['created']),
      repository: urlOf(version?.repository ?? packument.repository),
      provenance: version === undefined ? null : version.dist?.attestations !== undefined,
      installScripts: version === undefined ? null : LIFECYCLE.some((script) => script in (version.scripts ?? {})),
      publishedBy: version?.user?.name ?? null,
      maintainers: packument.maintainers?.length ?? null,
      deprecated: typeof version?.deprecated === 'string' && version.deprecated !== '',
      license: typeof license === 'string' ? license : null,
    }
  },
})

/** Downloads of the last month; null for a package the counter does not know. */
export const npmDownloadsQuestion = (name: string): UpstreamQuestion<number | null> => ({
  upstream: 'npm-downloads',
  path: '/downloads/point/last-month/{name}',
  fill: { name },
  answers: [404],
  ttlS: 86_400,
  read(reply) {
    if (reply.status === 404) return null
    return z.object({ downloads: z.number().int().min(0) }).parse(reply.json()).downloads
  },
})
