import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import type { RepoRef } from '../repo-url.ts'
import { count, isBotName, listOf, spdxOf, text, time } from './host-shapes.ts'
import { FIXED_TTL_S, INFO_TTL_S, type RepoHost, segments } from './repo-host.ts'

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }
/** 404: none, or private. 451: taken down. 409: an empty repository. */
const NONE = [404, 409, 451]

export const Owner = z.object({ login: z.string(), type: text })
/** What GitHub and Gitea call the same in a repository. */
export const CommonInfo = z.object({
  name: z.string(),
  owner: Owner,
  default_branch: text,
  description: text,
  archived: z.boolean().catch(false),
  fork: z.boolean().catch(false),
  created_at: time,
  open_issues_count: count,
})
const Info = CommonInfo.extend({
  pushed_at: time,
  stargazers_count: count,
  license: z.object({ spdx_id: text }).nullish(),
})
export const Commits = listOf(
  z.object({
    sha: z.string(),
    author: Owner.nullish().catch(null),
    commit: z.object({
      author: z.object({ name: text, date: time }).nullish(),
      verification: z.object({ verified: z.boolean() }).nullish(),
    }),
  }),
)
export const TreeAnswer = z.object({
  tree: listOf(z.object({ path: z.string(), type: z.string(), size: count, sha: z.string() })),
  truncated: z.boolean().catch(false),
})
export const Releases = listOf(
  z.object({
    tag_name: z.string(),
    draft: z.boolean().catch(false),
    prerelease: z.boolean().catch(false),
    published_at: time,
    assets: listOf(z.object({ name: z.string() })).catch([]),
  }),
)
const Issues = listOf(
  z.object({
    number: z.number(),
    state: z.string(),
    created_at: time,
    updated_at: time,
    user: Owner.nullish(),
    pull_request: z.unknown().optional(),
  }),
)
const Comments = listOf(z.object({ issue_url: z.string(), created_at: time, user: Owner.nullish() }))

const base = ({ owner, name }: RepoRef) => ({
  upstream: 'github' as const,
  fill: { owner, name },
  headers: HEADERS,
  answers: NONE,
  ttlS: INFO_TTL_S,
})
const isNone = ({ status }: UpstreamReply) => status !== 200

/** GitHub's REST API, version 2022-11-28; files by raw.githubusercontent.com, which the API's quota does not count. */
export const github: RepoHost = {
  name: 'github',
  info: (repo) => ({
    ...base(repo),
    path: '/repos/{owner}/{name}',
    read(reply) {
      if (reply.status === 404 || reply.status === 451) return null
      const info = Info.parse(reply.json())
      return {
        ...commonInfo(info),
        pushedAt: info.pushed_at,
        stars: info.stargazers_count,
        license: spdxOf(info.license?.spdx_id ?? null),
        isOrganization: info.owner.type === null ? null : info.owner.type === 'Organization',
      }
    },
  }),
  commits: (repo, { ref, most, since }) => ({
    ...base(repo),
    path: '/repos/{owner}/{name}/commits',
    query: { sha: ref, per_page: most, since },
    read: (reply) => (isNone(reply) ? null : readCommits(reply.json())),
  }),
  tree: (repo, ref) => ({
    ...base(repo),
    path: '/repos/{owner}/{name}/git/trees/{ref}',
    fill: { owner: repo.owner, name: repo.name, ref },
    query: { recursive: 1 },
    read: (reply) => (isNone(reply) ? null : readTree(reply.json())),
  }),
  releases: (repo) => ({
    ...base(repo),
    path: '/repos/{owner}/{name}/releases',
    query: { per_page: 20 },
    read: (reply) => (isNone(reply) ? null : readReleases(reply.json())),
  }),
  file(repo, ref, path) {
    const place = segments(path)
    return {
      upstream: 'github-raw',
      path: `/{owner}/{name}/{ref}/${place.path}`,
      fill: { ...place.fill, owner: repo.owner, name: repo.name, ref },
      expects: 'text',
      answers: [404],
      ttlS: /^[0-9a-f]{40}$/.test(ref) ? FIXED_TTL_S : INFO_TTL_S,
      read: (reply) => (reply.status === 404 ? null : reply.text()),
    }
  },
  issues: (repo) => ({
    ...base(repo),
    answers: [...NONE, 410],
    path: '/repos/{owner}/{name}/issues',
    query: { state: 'all', per_page: 100, sort: 'created', direction: 'desc' },
    read: (reply) =>
      isNone(reply)
        ? null
        : Issues.parse(reply.json()).map((issue) => ({
            number: issue.number,
            createdAt: issue.created_at,
            updatedAt: issue.updated_at,
            author: issue.user?.login ?? '',
            isPull: issue.pull_request !== undefined,
            isOpen: issue.state === 'open',
          })),
  }),
  issueComments: (repo) => ({
    ...base(repo),
    path: '/repos/{owner}/{name}/issues/comments',
    query: { per_page: 100, sort: 'created', direction: 'desc' },
    read: (reply) =>
      isNone(reply)
        ? null
        : Comments.parse(reply.json()).map((comment) => ({
            issue: Number(comment.issue_url.split('/').at(-1)),
            author: comment.user?.login ?? '',
            createdAt: comment.created_at,
          })),
  }),
}

export const commonInfo = (info: z.output<typeof CommonInfo>) => ({
  owner: info.owner.login,
  name: info.name,
  defaultBranch: info.default_branch,
  description: info.description,
  archived: info.archived,
  fork: info.fork,
  createdAt: info.created_at,
  openIssues: info.open_issues_count,
})

/** The commits of an answer of GitHub or Gitea. */
export const readCommits = (json: unknown) =>
  Commits.parse(json).map(({ sha, author, commit }) => {
    const name = author?.login ?? commit.author?.name ?? 'unknown'
    return {
      sha,
      author: name,
      isBot: isBotName(name, author?.type ?? null),
      date: commit.author?.date ?? null,
      verified: commit.verification?.verified ?? null,
    }
  })

export function readTree(json: unknown) {
  const { tree, truncated } = TreeAnswer.parse(json)
  return {
    files: tree.filter(({ type }) => type === 'blob').map(({ path, size, sha }) => ({ path, size, sha })),
    truncated,
  }
}

export const readReleases = (json: unknown) =>
  Releases.parse(json)
    .filter(({ draft }) => !draft)
    .map((release) => ({
      tag: release.tag_name,
      publishedAt: release.published_at,
      prerelease: release.prerelease,
      assets: release.assets.map(({ name }) => name),
    }))
