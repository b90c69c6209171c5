import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'

import type { UpstreamQuestion, UpstreamReply } from '#shared/doors/upstreams.ts'

import { readRepoUrl } from '../repo-url.ts'
import { hostOf } from './host-of.ts'

const replyOf = (status: number, body: unknown): UpstreamReply => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  // Safe: parsing JSON gives what JSON.parse gives.
  return { status, text: () => text, json: () => JSON.parse(text) as unknown }
}
const read = <Value>(question: UpstreamQuestion<Value>, body: unknown, status = 200) =>
  question.read(replyOf(status, body))
const repoOf = (url: string) => {
  const repo = readRepoUrl(url)
  if (repo === null) throw new Error(`${url} is no repository`)
  return { repo, host: hostOf(repo.host) }
}

describe('GitLab', () => {
  const { repo, host } = repoOf('https://gitlab.com/group/sub/tool/-/tree/main/src')

  test('a project in nested groups is one part of the path', () => {
    expect(repo).toEqual({ host: 'gitlab', owner: 'group/sub', name: 'tool', url: 'https://gitlab.com/group/sub/tool' })
    expect(host.info(repo)).toMatchObject({ path: '/api/v4/projects/{project}', fill: { project: 'group/sub/tool' } })
    expect(host.file(repo, 'main', 'src/a b.ts')).toMatchObject({
      fill: { file: 'src/a b.ts' },
      query: { ref: 'main' },
    })
  })

  test('its project, commits, files and releases', () => {
    const info = {
      path: 'tool',
      namespace: { full_path: 'group/sub', kind: 'group' },
      default_branch: 'main',
      archived: true,
      forked_from_project: { id: 1 },
      created_at: '2020-01-01T00:00:00.000Z',
      last_activity_at: '2026-01-01T00:00:00.000Z',
      star_count: 3,
      open_issues_count: 1,
      license: { key: 'gpl-3.0' },
    }
    expect(read(host.info(repo), info)).toMatchObject({
      owner: 'group/sub',
      name: 'tool',
      archived: true,
      fork: true,
      license: 'GPL-3.0',
      isOrganization: true,
    })
    expect(
      read(host.commits(repo, { ref: 'main', most: 30 }), [
        { id: 'abc', author_name: 'renovate', authored_date: '2026-01-01T00:00:00+01:00' },
        { odd: true },
      ]),
    ).toEqual([{ sha: 'abc', author: 'renovate', isBot: true, date: '2025-12-31T23:00:00.000Z', verified: null }])
    expect(
      read(host.tree(repo, 'abc'), [
        { id: 'x', path: 'a.ts', type: 'blob' },
        { id: 'y', path: 'src', type: 'tree' },
      ]),
    ).toEqual({ files: [{ path: 'a.ts', size: null, sha: 'x' }], truncated: false })
    expect(
      read(host.releases(repo), [
        { tag_name: 'v1', released_at: '2026-01-01T00:00:00Z', assets: { links: [{ name: 'a.sig' }] } },
      ]),
    ).toMatchObject([{ tag: 'v1', assets: ['a.sig'] }])
  })

  test('a project that is private or gone is none', () => {
    expect(
      [401, 403, 404].map((status) => read(host.info(repo), { message: '404 Project Not Found' }, status)),
    ).toEqual([null, null, null])
  })

  test('one full page of files is not all of them', () => {
    const page = Array.from({ length: 100 }, (_, at) => ({ id: 'x', path: `f${at}`, type: 'blob' }))
    expect(read(host.tree(repo, 'abc'), page)).toMatchObject({ truncated: true })
  })
})

describe('Codeberg', () => {
  const { repo, host } = repoOf('https://codeberg.org/owner/tool.git')

  test('its repository, commits, files and releases', () => {
    const info = {
      name: 'tool',
      owner: { login: 'owner' },
      default_branch: 'main',
      archived: false,
      fork: false,
      created_at: '2020-01-01T00:00:00+01:00',
      updated_at: '2026-01-01T00:00:00+01:00',
      stars_count: 3,
      open_issues_count: 1,
      licenses: ['MIT'],
    }
    expect(read(host.info(repo), info)).toMatchObject({
      owner: 'owner',
      name: 'tool',
      license: 'MIT',
      stars: 3,
      createdAt: '2019-12-31T23:00:00.000Z',
    })
    expect(
      read(host.tree(repo, 'abc'), { tree: [{ path: 'a.ts', type: 'blob', size: 7, sha: 'x' }], truncated: true }),
    ).toEqual({ files: [{ path: 'a.ts', size: 7, sha: 'x' }], truncated: true })
    expect(host.file(repo, 'main', 'src/a.ts')).toMatchObject({
      path: '/api/v1/repos/{owner}/{name}/raw/{s0}/{s1}',
      fill: { s0: 'src', s1: 'a.ts' },
    })
  })

  test('none is none', () => {
    expect(read(host.info(repo), { message: 'The target could not be found.' }, 404)).toBeNull()
  })
})

describe('GitHub', () => {
  const { repo, host } = repoOf('https://github.com/acme/widgets')

  test('a licence that the host does not know is none, and a taken-down repository too', () => {
    const info = { name: 'widgets', owner: { login: 'acme', type: 'User' }, license: { spdx_id: 'NOASSERTION' } }
    expect(read(host.info(repo), info)).toMatchObject({
      license: null,
      isOrganization: false,
      stars: null,
      pushedAt: null,
    })
    expect(read(host.info(repo), { message: 'Repository access blocked' }, 451)).toBeNull()
  })

  test('an empty repository has no commits', () => {
    expect(read(host.commits(repo, { ref: 'main', most: 30 }), { message: 'Git Repository is empty.' }, 409)).toBeNull()
  })

  test('drafts are no releases, and robots are told apart', () => {
    expect(
      read(host.releases(repo), [
        { tag_name: 'v2', draft: true, assets: [] },
        { tag_name: 'v1', draft: false, published_at: null, assets: [] },
      ]),
    ).toMatchObject([{ tag: 'v1', publishedAt: null }])
    const commit = {
      sha: 'a',
      author: { login: 'dependabot[bot]', type: 'Bot' },
      commit: { author: { name: 'd', date: '2026-01-01T00:00:00Z' }, verification: { verified: true } },
    }
    expect(read(host.commits(repo, { ref: 'main', most: 30 }), [commit, { ...commit, author: null }])).toMatchObject([
      { author: 'dependabot[bot]', isBot: true, verified: true },
      { author: 'd', isBot: false },
    ])
  })

  test('an error inside a 200 is no repository', () => {
    expect(() => read(host.info(repo), { message: 'API rate limit exceeded' })).toThrow(ZodError)
    expect(() => read(host.tree(repo, 'abc'), { message: 'Server Error' })).toThrow(ZodError)
  })

  test('issues, pull requests and who answered', () => {
    const issues = host.issues?.(repo)
    const comments = host.issueComments?.(repo)
    if (issues === undefined || comments === undefined) throw new Error('GitHub is asked for issues')
    expect(
      read(issues, [
        {
          number: 7,
          state: 'open',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-02T00:00:00Z',
          user: { login: 'a' },
          pull_request: {},
        },
      ]),
    ).toMatchObject([{ number: 7, isPull: true, isOpen: true }])
    expect(
      read(comments, [
        {
          issue_url: 'https://api.github.com/repos/acme/widgets/issues/7',
          created_at: '2026-01-01T05:00:00Z',
          user: { login: 'b' },
        },
      ]),
    ).toMatchObject([{ issue: 7, author: 'b' }])
  })
})
