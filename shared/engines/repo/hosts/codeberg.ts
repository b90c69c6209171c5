import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import type { RepoRef } from '../repo-url.ts'
import { CommonInfo, commonInfo, readCommits, readReleases, readTree } from './github.ts'
import { count, listOf, spdxOf, time } from './host-shapes.ts'
import { FIXED_TTL_S, INFO_TTL_S, type RepoHost, segments } from './repo-host.ts'

const NONE = [404, 409]
const Info = CommonInfo.extend({
  updated_at: time,
  stars_count: count,
  licenses: listOf(z.string()).nullish().catch(null),
})

const base = ({ owner, name }: RepoRef) => ({
  upstream: 'codeberg' as const,
  fill: { owner, name },
  answers: NONE,
  ttlS: INFO_TTL_S,
})
const isNone = ({ status }: UpstreamReply) => status !== 200

/** The API of Gitea and Forgejo, version 1, which is shaped after GitHub's. */
export const codeberg: RepoHost = {
  name: 'codeberg',
  info: (repo) => ({
    ...base(repo),
    path: '/api/v1/repos/{owner}/{name}',
    read(reply) {
      if (isNone(reply)) return null
      const info = Info.parse(reply.json())
      return {
        ...commonInfo(info),
        pushedAt: info.updated_at,
        stars: info.stars_count,
        license: spdxOf(info.licenses?.[0] ?? null),
        isOrganization: null,
      }
    },
  }),
  commits: (repo, { ref, most, since }) => ({
    ...base(repo),
    path: '/api/v1/repos/{owner}/{name}/commits',
    query: { sha: ref, limit: Math.min(most, 50), stat: false, files: false, since },
    read: (reply) => (isNone(reply) ? null : readCommits(reply.json())),
  }),
  tree: (repo, ref) => ({
    ...base(repo),
    path: '/api/v1/repos/{owner}/{name}/git/trees/{ref}',
    fill: { owner: repo.owner, name: repo.name, ref },
    query: { recursive: true, per_page: 10_000 },
    read: (reply) => (isNone(reply) ? null : readTree(reply.json())),
  }),
  releases: (repo) => ({
    ...base(repo),
    path: '/api/v1/repos/{owner}/{name}/releases',
    query: { limit: 20 },
    read: (reply) => (isNone(reply) ? null : readReleases(reply.json())),
  }),
  file(repo, ref, path) {
    const place = segments(path)
    return {
      ...base(repo),
      path: `/api/v1/repos/{owner}/{name}/raw/${place.path}`,
      fill: { ...place.fill, owner: repo.owner, name: repo.name },
      query: { ref },
      expects: 'text',
      ttlS: /^[0-9a-f]{40}$/.test(ref) ? FIXED_TTL_S : INFO_TTL_S,
      read: (reply) => (isNone(reply) ? null : reply.text()),
    }
  },
  issues: null,
  issueComments: null,
}
