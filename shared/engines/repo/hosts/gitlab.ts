import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import type { RepoRef } from '../repo-url.ts'
import { count, isBotName, listOf, spdxOf, text, time } from './host-shapes.ts'
import { FIXED_TTL_S, INFO_TTL_S, type RepoHost } from './repo-host.ts'

const NONE = [401, 403, 404]
const PAGE = 100

const Info = z.object({
  path: z.string(),
  namespace: z.object({ full_path: z.string(), kind: text }),
  default_branch: text,
  description: text,
  archived: z.boolean().catch(false),
  forked_from_project: z.unknown().optional(),
  created_at: time,
  last_activity_at: time,
  star_count: count,
  open_issues_count: count,
  license: z.object({ key: text }).nullish().catch(null),
})
const Commits = listOf(z.object({ id: z.string(), author_name: text, authored_date: time }))
const Tree = listOf(z.object({ id: z.string(), path: z.string(), type: z.string() }))
const Releases = listOf(
  z.object({
    tag_name: z.string(),
    released_at: time,
    upcoming_release: z.boolean().catch(false),
    assets: z.object({ links: listOf(z.object({ name: z.string() })).catch([]) }).catch({ links: [] }),
  }),
)
/** GitLab's licence keys are SPDX ids in lower case. */
const SPDX: Readonly<Record<string, string>> = {
  mit: 'MIT',
  'apache-2.0': 'Apache-2.0',
  'bsd-2-clause': 'BSD-2-Clause',
  'bsd-3-clause': 'BSD-3-Clause',
  'gpl-2.0': 'GPL-2.0',
  'gpl-3.0': 'GPL-3.0',
  'agpl-3.0': 'AGPL-3.0',
  'lgpl-2.1': 'LGPL-2.1',
  'lgpl-3.0': 'LGPL-3.0',
  'mpl-2.0': 'MPL-2.0',
  'epl-2.0': 'EPL-2.0',
  isc: 'ISC',
  unlicense: 'Unlicense',
  'cc0-1.0': 'CC0-1.0',
}

const base = ({ owner, name }: RepoRef) => ({
  upstream: 'gitlab' as const,
  fill: { project: `${owner}/${name}` },
  answers: NONE,
  ttlS: INFO_TTL_S,
})
const isNone = ({ status }: UpstreamReply) => status !== 200

/** GitLab's REST API, version 4, of public projects. */
export const gitlab: RepoHost = {
  name: 'gitlab',
  info: (repo) => ({
    ...base(repo),
    path: '/api/v4/projects/{project}',
    query: { license: true },
    read(reply) {
      if (isNone(reply)) return null
      const info = Info.parse(reply.json())
      const key = info.license?.key ?? null
      return {
        owner: info.namespace.full_path,
        name: info.path,
        defaultBranch: info.default_branch,
        description: info.description,
        archived: info.archived,
        fork: info.forked_from_project !== undefined && info.forked_from_project !== null,
        createdAt: info.created_at,
        pushedAt: info.last_activity_at,
        stars: info.star_count,
        openIssues: info.open_issues_count,
        license: key === null ? null : spdxOf(SPDX[key] ?? key),
        isOrganization: info.namespace.kind === null ? null : info.namespace.kind === 'group',
      }
    },
  }),
  commits: (repo, { ref, most, since }) => ({
    ...base(repo),
    path: '/api/v4/projects/{project}/repository/commits',
    query: { ref_name: ref, per_page: Math.min(most, PAGE), since },
    read: (reply) =>
      isNone(reply)
        ? null
        : Commits.parse(reply.json()).map(({ id, author_name: name, authored_date: date }) => ({
            sha: id,
            author: name ?? 'unknown',
            isBot: isBotName(name ?? ''),
            date,
            verified: null,
          })),
  }),
  tree: (repo, ref) => ({
    ...base(repo),
    path: '/api/v4/projects/{project}/repository/tree',
    query: { ref, recursive: true, per_page: PAGE },
    read(reply) {
      if (isNone(reply)) return null
      const entries = Tree.parse(reply.json())
      const files = entries.filter(({ type }) => type === 'blob').map(({ id, path }) => ({ path, size: null, sha: id }))
      // Only one page is requested; when it is full, there are more files.
      return { files, truncated: entries.length >= PAGE }
    },
  }),
  releases: (repo) => ({
    ...base(repo),
    path: '/api/v4/projects/{project}/releases',
    query: { per_page: 20 },
    read: (reply) =>
      isNone(reply)
        ? null
        : Releases.parse(reply.json()).map((release) => ({
            tag: release.tag_name,
            publishedAt: release.released_at,
            prerelease: release.upcoming_release,
            assets: release.assets.links.map(({ name }) => name),
          })),
  }),
  file: (repo, ref, path) => ({
    ...base(repo),
    path: '/api/v4/projects/{project}/repository/files/{file}/raw',
    fill: { project: `${repo.owner}/${repo.name}`, file: path },
    query: { ref },
    expects: 'text',
    ttlS: /^[0-9a-f]{40}$/.test(ref) ? FIXED_TTL_S : INFO_TTL_S,
    read: (reply) => (isNone(reply) ? null : reply.text()),
  }),
  issues: null,
  issueComments: null,
}
