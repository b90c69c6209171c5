import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'

import { segments } from '#shared/engines/repo/hosts/repo-host.ts'

type Question = UpstreamQuestion<unknown>

export const SHA = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3'
export const LODASH = {
  id: 'GHSA-35jh-r3h4-6jhm',
  summary: 'Command Injection in lodash',
  aliases: ['CVE-2021-23337'],
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [
    {
      package: { name: 'lodash', ecosystem: 'npm', purl: 'pkg:npm/lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
    },
  ],
  database_specific: { severity: 'HIGH', github_reviewed: true },
}

/** A repository of the fake GitHub. */
export type FakeRepo = {
  files?: Readonly<Record<string, string>>
  info?: Record<string, unknown>
  commits?: unknown[]
  releases?: unknown[]
  /** Advisory ids by `name@version`. */
  advisories?: Readonly<Record<string, readonly string[]>>
  /** Other answers for single upstreams (or `upstream path`). */
  instead?: Readonly<Record<string, Told>>
}

const commit = (login: string, date: string, verified = true) => ({
  sha: SHA,
  author: { login, type: 'User' },
  commit: { author: { name: login, date }, verification: { verified } },
})

/** GitHub, OSV, Scorecard, npm and deps.dev as the guide's samples show them, for one repository. For tests only. */
export function fakeForge(repo: FakeRepo = {}) {
  const { files = {}, info = {}, advisories = {}, instead = {} } = repo
  const answer = (question: Question): Told => {
    const told = instead[`${question.upstream} ${question.path}`] ?? instead[question.upstream]
    if (told !== undefined) return told
    const { fill = {} } = question
    switch (question.upstream) {
      case 'github':
        return github(question)
      case 'github-raw': {
        const found = Object.entries(files).find(([path]) => {
          const place = segments(path)
          return (
            question.path.endsWith(`/{ref}/${place.path}`) &&
            Object.entries(place.fill).every(([name, value]) => fill[name] === value)
          )
        })
        return found === undefined ? { status: 404, body: '404: Not Found' } : { body: found[1] }
      }
      case 'osv':
        return osv(question)
      case 'scorecard':
        return { status: 404, body: '' }
      default:
        return { status: 404, body: { error: 'not found' } }
    }
  }
  const github = ({ path, fill = {} }: Question): Told => {
    if (path === '/repos/{owner}/{name}') {
      return {
        body: {
          name: fill['name'],
          full_name: `${fill['owner']}/${fill['name']}`,
          owner: { login: fill['owner'], type: 'Organization' },
          default_branch: 'main',
          description: 'Widgets',
          archived: false,
          fork: false,
          created_at: '2019-01-01T00:00:00Z',
          pushed_at: '2026-11-10T00:00:00Z',
          stargazers_count: 120,
          open_issues_count: 4,
          license: { key: 'mit', spdx_id: 'MIT' },
          ...info,
        },
      }
    }
    if (path.endsWith('/commits'))
      return {
        body: repo.commits ?? [
          commit('ada', '2026-11-10T00:00:00Z'),
          commit('bob', '2026-11-01T00:00:00Z'),
          commit('eve', '2026-10-01T00:00:00Z'),
          commit('ada', '2026-09-01T00:00:00Z'),
          commit('joe', '2026-08-01T00:00:00Z'),
        ],
      }
    if (path.endsWith('/releases'))
      return {
        body: repo.releases ?? [
          { tag_name: 'v1.2.0', draft: false, prerelease: false, published_at: '2026-10-01T00:00:00Z', assets: [] },
        ],
      }
    if (path.includes('/git/trees/'))
      return {
        body: {
          sha: SHA,
          truncated: false,
          tree: Object.entries(files).map(([name, text], at) => ({
            path: name,
            type: 'blob',
            size: text.length,
            sha: `sha${at}`,
          })),
        },
      }
    if (path.endsWith('/issues') || path.endsWith('/comments')) return { body: [] }
    if (path === '/users/{login}') return { body: { login: fill['login'], created_at: '2015-01-01T00:00:00Z' } }
    return { status: 404, body: { message: 'Not Found' } }
  }
  const osv = ({ path, post, fill = {} }: Question): Told => {
    if (path === '/v1/vulns/{id}')
      return fill['id'] === LODASH.id
        ? { body: LODASH }
        : { body: { id: fill['id'], summary: 'Something', affected: [] } }
    // Safe: the body that our own question made.
    const { queries } = post as { queries: { package: { name: string }; version: string }[] }
    return {
      body: {
        results: queries.map(({ package: { name }, version }) => {
          const ids = advisories[`${name}@${version}`] ?? []
          return ids.length === 0 ? {} : { vulns: ids.map((id) => ({ id, modified: '2026-01-01T00:00:00Z' })) }
        }),
      },
    }
  }
  return fakeUpstreams(answer)
}

/** package-lock.json of version 3 with these packages. */
export const npmLock = (packages: Readonly<Record<string, { version: string; license?: string; dev?: boolean }>>) =>
  JSON.stringify({
    name: 'widgets',
    lockfileVersion: 3,
    packages: {
      '': { name: 'widgets' },
      ...Object.fromEntries(Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry])),
    },
  })

/** A small repository that does everything right. */
export const goodFiles = (): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'widgets',
    license: 'MIT',
    scripts: { test: 'vitest' },
    dependencies: { lodash: '^4.17.21' },
  }),
  'package-lock.json': npmLock({ lodash: { version: '4.17.21', license: 'MIT' } }),
  LICENSE: 'MIT License',
  'SECURITY.md': '# Security\nWrite to security@acme.example',
  'src/index.js': 'export const widget = (name) => `widget ${name}`\n',
  '.github/dependabot.yml': 'version: 2\n',
  '.github/workflows/ci.yml': `on: push\npermissions:\n  contents: read\njobs:\n  test:\n    steps:\n      - uses: actions/checkout@${SHA}\n`,
})
