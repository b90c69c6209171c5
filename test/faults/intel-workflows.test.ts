import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { goodFiles, LODASH, npmLock, SHA } from '#test/support/fakes/fake-forge.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { scenarios, startUpstreamFixtures, type UpstreamFixtures } from '#test/support/files/upstream-fixtures.ts'

const REPO = '/github/repos/acme/widgets'
const FILES = {
  ...goodFiles(),
  'package-lock.json': npmLock({ lodash: { version: '4.17.20', license: 'MIT' } }),
}
const UPSTREAMS = ['github', 'github-raw', 'osv', 'deps-dev', 'scorecard', 'npm-registry', 'npm-downloads'] as const

/** What only one step of repo-due-diligence asks for. */
const ASKED_BY: Readonly<Record<string, readonly string[]>> = {
  issues: [`${REPO}/issues`],
  'issue comments': [`${REPO}/issues/comments`],
  package: ['/npm-registry/widgets', '/npm-downloads/downloads/point/last-month/widgets'],
  dependencies: ['/deps-dev/v3/systems/npm/packages/lodash'],
  accounts: ['/github/users/ada'],
  'repo-safety': [`/scorecard/projects/github.com/acme/widgets`, `/github-raw/acme/widgets/${SHA}/src/index.js`],
}

/** A repository and its package, as GitHub, its registry and the databases of advisories answer. */
function tellUpstreams(fixtures: UpstreamFixtures): void {
  const { ok, reply } = scenarios
  const commit = {
    sha: SHA,
    author: { login: 'ada', type: 'User' },
    commit: { author: { name: 'Ada', date: new Date().toISOString() }, verification: { verified: true } },
  }
  const info = {
    name: 'widgets',
    owner: { login: 'acme', type: 'Organization' },
    default_branch: 'main',
    created_at: '2019-01-01T00:00:00Z',
    pushed_at: new Date().toISOString(),
    stargazers_count: 12,
    open_issues_count: 1,
    license: { spdx_id: 'MIT' },
    archived: false,
    fork: false,
  }
  fixtures.on(REPO, ok(info))
  fixtures.on(`${REPO}/commits`, ok([commit]))
  fixtures.on(`${REPO}/releases`, ok([{ tag_name: 'v1.2.0', published_at: new Date().toISOString(), assets: [] }]))
  fixtures.on(
    `${REPO}/git/trees/${SHA}`,
    ok({
      sha: SHA,
      truncated: false,
      tree: Object.entries(FILES).map(([path, text]) => ({ path, type: 'blob', size: text.length, sha: 'x' })),
    }),
  )
  fixtures.on(`${REPO}/issues`, ok([]))
  fixtures.on(`${REPO}/issues/comments`, ok([]))
  fixtures.on('/github/users/ada', ok({ login: 'ada', created_at: '2015-01-01T00:00:00Z' }))
  for (const [path, text] of Object.entries(FILES))
    fixtures.on(`/github-raw/acme/widgets/${SHA}/${path}`, reply(200, text, 'text/plain; charset=utf-8'))
  fixtures.on('/osv/v1/querybatch', ok({ results: [{ vulns: [{ id: LODASH.id }] }] }))
  fixtures.on(`/osv/v1/vulns/${LODASH.id}`, ok(LODASH))
  fixtures.on('/scorecard/*', reply(404, ''))
  fixtures.on(
    '/deps-dev/v3/systems/npm/packages/lodash',
    ok({ versions: [{ versionKey: { version: '4.17.21' }, publishedAt: new Date().toISOString(), isDefault: true }] }),
  )
  fixtures.on('/deps-dev/*', reply(404, 'version not found', 'text/plain'))
  fixtures.on(
    '/npm-registry/widgets',
    ok({
      name: 'widgets',
      'dist-tags': { latest: '1.2.0' },
      versions: {
        '1.2.0': { license: 'MIT', repository: { url: 'git+https://github.com/acme/widgets.git' }, scripts: {} },
      },
      time: { created: '2019-02-01T00:00:00Z' },
      maintainers: [{ name: 'ada' }],
    }),
  )
  fixtures.on('/npm-downloads/*', ok({ downloads: 31_623, start: '2026-10-01', end: '2026-10-31', package: 'widgets' }))
}

describe('the workflows over repositories and companies, with real processes', () => {
  let fixtures: UpstreamFixtures
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    fixtures = await startUpstreamFixtures()
    cluster = await openCluster('redis')
    ingress = await cluster.ingress()
    await cluster.worker(['settlement-watch'])
  })
  afterAll(async () => {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.close()
    await fixtures.close()
  })

  const workers: Member[] = []
  afterEach(async () => {
    for (const left of workers.splice(0)) await cluster.kill(left)
    fixtures.reset()
    // The next call must ask for itself: what is kept is another test's.
    await cluster.db.pg.query('truncate upstream_cache')
  })
  const worker = async (extra: Record<string, string> = {}) => {
    const started = await cluster.worker(['router-workflow'], { ...fixtures.env(...UPSTREAMS), ...extra })
    workers.push(started)
    await cluster.ready(ingress, 'router-workflow')
    return started
  }
  const wallet = async (keyId: string) => {
    const { rows } = await cluster.db.pg.query<{ posted: number; held: number }>(
      `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return rows[0]
  }
  const examine = (key: string) =>
    cluster.call(
      ingress,
      'repo-due-diligence',
      { repo_url: 'https://github.com/acme/widgets' },
      { 'x-service-key': key },
    )

  test('due diligence is whole, says where it is from, and costs 99 cents once', async () => {
    tellUpstreams(fixtures)
    await worker()
    const { key, keyId } = await cluster.key(200)
    const answer = await examine(key)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        charge: { cents: 99, balance_cents: 101 },
        result: {
          verdict: 'adopt_with_conditions',
          safety: { decision: 'review', repo: { commit: SHA } },
          vulnerabilities: [{ id: LODASH.id, fixed_in: '4.17.21' }],
          package: { repo_match: true, downloads_30d: 31_623 },
          sources: expect.arrayContaining([expect.objectContaining({ name: 'OSV', stale: false })]),
          unknowns: expect.not.arrayContaining([expect.stringContaining('unavailable')]),
        },
      },
    })
    // Safe: the steps of our own answer.
    const steps = (answer?.body['steps'] ?? []) as { step: string }[]
    expect(steps.map(({ step }) => step).toSorted()).toEqual([
      'accounts',
      'advisories',
      'begin',
      'commits of a year',
      'dependencies',
      'inventory',
      'issue comments',
      'issues',
      'package',
      'repo-safety',
    ])
    expect(await wallet(keyId)).toEqual({ posted: 1_010_000, held: 0 })
    // repo-safety and the inventory ask for the same, and it is asked once.
    for (const path of [REPO, `${REPO}/git/trees/${SHA}`, '/osv/v1/querybatch'])
      expect(fixtures.count(path), path).toBe(1)
  })

  test.each([3, 8])(
    'killed after the end of step %i: another goes on, asks for nothing that is there, and it is charged once',
    async (end) => {
      tellUpstreams(fixtures)
      const doomed = await worker({ CRASH_AT: `after:call-step-end#${end}` })
      const { key, keyId } = await cluster.key(200)
      const answer = examine(key)
      await doomed.gone
      const { rows } = await cluster.db.pg.query<{ step: string }>(
        `select s.step from call_step s join call c on c.id = s.call_id join service_key k on k.id = c.service_key_id
       where k.key_id = $1 and s.state <> 'running'`,
        [keyId],
      )
      expect(rows.length).toBeGreaterThanOrEqual(end)
      const before = new Map(
        rows.flatMap(({ step }) => ASKED_BY[step] ?? []).map((path) => [path, fixtures.count(path)]),
      )
      // Without it, an answer that is kept would hide a step that runs twice.
      await cluster.db.pg.query('truncate upstream_cache')
      await worker()
      expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 99, balance_cents: 101 } } })
      for (const [path, count] of before) expect(fixtures.count(path), path).toBe(count)
      expect(await wallet(keyId)).toEqual({ posted: 1_010_000, held: 0 })
    },
  )

  test('a repository that is not there is 404, and a company whose site is dead 502; neither costs anything', async () => {
    fixtures.on(REPO, scenarios.notFound({ message: 'Not Found' }))
    await worker()
    const { key, keyId } = await cluster.key(200)
    expect(await examine(key)).toMatchObject({ status: 404, body: { code: 'repo_not_found', charged_cents: 0 } })
    const dead = await cluster.call(ingress, 'lead-research', { domain: 'dead.test' }, { 'x-service-key': key })
    expect(dead).toMatchObject({ status: 502, body: { code: 'upstream_unavailable', charged_cents: 0 } })
    expect(await wallet(keyId)).toEqual({ posted: 2_000_000, held: 0 })
  })

  test('GitHub that limits us ends the call, uncharged, and says when to come back', async () => {
    fixtures.on(
      REPO,
      scenarios.reply(403, { message: 'API rate limit exceeded' }, 'application/json', {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '120',
      }),
    )
    await worker()
    const { key, keyId } = await cluster.key(200)
    expect(await examine(key)).toMatchObject({
      status: 502,
      body: {
        code: 'upstream_unavailable',
        charged_cents: 0,
        tried: [{ source: 'github', problem: 'rate_limited' }],
        retry_after_s: expect.any(Number),
      },
    })
    expect(await wallet(keyId)).toEqual({ posted: 2_000_000, held: 0 })
  })
})
