import { z } from 'zod'

import { listOf, text, time } from '#shared/engines/repo/hosts/host-shapes.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { PackageRecord } from './package-record.ts'

const TTL_S = 600
const SOURCE = /source|repository|code|github|gitlab|codeberg/i
const FORGE = /^https?:\/\/(?:www\.)?(?:github\.com|gitlab\.com|codeberg\.org)\//

const Project = z.object({
  info: z.object({
    name: z.string(),
    version: text,
    license: text,
    license_expression: text,
    author: text,
    yanked: z.boolean().catch(false),
    home_page: text,
    project_urls: z.record(z.string(), z.unknown()).nullish().catch(null),
    classifiers: listOf(z.string()).catch([]),
  }),
  releases: z.record(z.string(), listOf(z.object({ upload_time_iso_8601: time })).catch([])).catch({}),
  urls: listOf(z.object({ packagetype: text, upload_time_iso_8601: time })).catch([]),
})

/** A package of PyPI; null where there is none. */
export const pypiQuestion = (name: string): UpstreamQuestion<PackageRecord | null> => ({
  upstream: 'pypi',
  path: '/pypi/{name}/json',
  fill: { name },
  answers: [404],
  ttlS: TTL_S,
  read(reply) {
    if (reply.status === 404) return null
    const { info, releases, urls } = Project.parse(reply.json())
    const links = Object.entries(info.project_urls ?? {}).flatMap(([label, url]) =>
      typeof url === 'string' && FORGE.test(url) ? [{ label, url }] : [],
    )
    const source = links.find(({ label }) => SOURCE.test(label)) ?? links[0]
    const times = Object.values(releases).flatMap((files) => files.flatMap((file) => file.upload_time_iso_8601 ?? []))
    const isOpen = info.home_page !== null && FORGE.test(info.home_page)
    return {
      name: info.name,
      ecosystem: 'PyPI',
      latest: info.version,
      publishedAt: urls[0]?.upload_time_iso_8601 ?? null,
      firstPublishedAt: times.toSorted()[0] ?? null,
      repository: source?.url ?? (isOpen ? info.home_page : null),
      // Attestations of PyPI have an API of their own, which is not asked.
      provenance: null,
      // A source distribution runs its build on install; a wheel runs nothing.
      installScripts: urls.length === 0 ? null : urls.every(({ packagetype }) => packagetype === 'sdist'),
      publishedBy: info.author,
      maintainers: null,
      deprecated: info.yanked || info.classifiers.some((line) => line.includes('7 - Inactive')),
      license: info.license_expression ?? (info.license !== null && info.license.length < 60 ? info.license : null),
    }
  },
})
