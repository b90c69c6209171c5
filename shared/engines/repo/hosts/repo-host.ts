import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import type { RepoHostName, RepoRef } from '../repo-url.ts'

/** A host's facts about a repository as a whole. Times are ISO 8601. */
export type RepoInfo = {
  owner: string
  name: string
  defaultBranch: string | null
  description: string | null
  archived: boolean
  fork: boolean
  createdAt: string | null
  pushedAt: string | null
  stars: number | null
  openIssues: number | null
  /** SPDX id; null where the host recognises none. */
  license: string | null
  /** Owned by an organisation, not a person. */
  isOrganization: boolean | null
}

export type TreeFile = { path: string; size: number | null; sha: string }
export type Tree = { files: readonly TreeFile[]; truncated: boolean }

export type Commit = {
  sha: string
  /** Login where the host knows the author, else the author's name. */
  author: string
  isBot: boolean
  date: string | null
  /** The host verified its signature; null where it does not say. */
  verified: boolean | null
}

export type Release = {
  tag: string
  publishedAt: string | null
  prerelease: boolean
  /** File names of what was published with it. */
  assets: readonly string[]
}

export type Issue = {
  number: number
  createdAt: string | null
  author: string
  isPull: boolean
  isOpen: boolean
  updatedAt: string | null
}
export type IssueComment = { issue: number; author: string; createdAt: string | null }

/** The questions to one kind of host; `null` values mean that there is none. */
export type RepoHost = {
  name: RepoHostName
  /** Null: the repository does not exist or is private. */
  info: (repo: RepoRef) => UpstreamQuestion<RepoInfo | null>
  /** Newest first. */
  commits: (repo: RepoRef, options: { ref: string; most: number; since?: string }) => UpstreamQuestion<Commit[] | null>
  tree: (repo: RepoRef, ref: string) => UpstreamQuestion<Tree | null>
  releases: (repo: RepoRef) => UpstreamQuestion<Release[] | null>
  /** The text of a file; null where it is not there. */
  file: (repo: RepoRef, ref: string, path: string) => UpstreamQuestion<string | null>
  /** Issues and pull requests, newest first; null when this host is not asked for them. */
  issues: ((repo: RepoRef) => UpstreamQuestion<Issue[] | null>) | null
  issueComments: ((repo: RepoRef) => UpstreamQuestion<IssueComment[] | null>) | null
}

export const INFO_TTL_S = 1_800
/** Data of a commit never changes. */
export const FIXED_TTL_S = 86_400

/** `{s0}/{s1}/…` and its values: each segment of a path is encoded separately. */
export function segments(path: string): { path: string; fill: Record<string, string> } {
  const parts = path.split('/')
  return {
    path: parts.map((_, place) => `{s${place}}`).join('/'),
    fill: Object.fromEntries(parts.map((part, place) => [`s${place}`, part])),
  }
}
