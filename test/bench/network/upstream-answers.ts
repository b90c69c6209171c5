import { GREENHOUSE } from '#test/support/fakes/fake-company.ts'
import { goodFiles, LODASH, npmLock, SHA } from '#test/support/fakes/fake-forge.ts'

import type { SampleBody } from '../../support/upstream-samples/sample.ts'
import { upstreamSamples } from '#test/support/files/upstream-samples.ts'
import type { Seen } from '#test/support/files/upstream-fixtures.ts'

/** What the fixtures answer where the samples say too little for a whole outcome: paths, a `*` at the end for the rest. */
export const UPSTREAM_ANSWERS: readonly (readonly [path: string, answer: SampleBody | ((seen: Seen) => SampleBody)])[] =
  [
    ['/rdap/*', ({ path }) => registration(path.split('/').at(-1) ?? '')],
    ...(['brave', 'duckduckgo', 'mwmbl', 'marginalia', 'wikipedia-api'] as const).map(
      (id) => [`/${id}/*`, foundHere(upstreamSamples[id]?.ok ?? { body: null })] as const,
    ),
    ['/searxng/search', { body: { query: 'widgets', results: searchResults() } }],
    ['/hacker-news/v0/topstories.json', { body: Array.from({ length: 60 }, (_, nth) => 9_000 + nth) }],
    ['/hacker-news/v0/item/*', ({ path }) => story(Number(/(\d+)\.json$/.exec(path)?.[1]))],
    ['/coingecko/api/v3/coins/*', { body: { prices: Array.from({ length: 9 }, (_, day) => closeOf(day)) } }],
    ['/coingecko/api/v3/simple/price', { body: { bitcoin: coin(64_090), ethereum: coin(3_100), solana: coin(150) } }],
    ['/greenhouse/*', { body: GREENHOUSE }],
    ['/crt-sh/*', { body: [{ name_value: '*.acme.com\ndocs.acme.com' }] }],
    ['/gleif/*', { type: 'application/vnd.api+json', body: { data: [] } }],
    ...repository(),
  ]

function registration(domain: string): SampleBody {
  const { body, ...rest } = upstreamSamples.rdap?.ok ?? { body: {} }
  return { ...rest, body: { ...Object(body), ldhName: domain.toUpperCase() } }
}

/** What a search engine finds is on a site of this machine: a name that nobody resolves takes its own time. */
function foundHere({ body, ...rest }: SampleBody): SampleBody {
  const text = JSON.stringify(body).replaceAll(/(?:www|en)\.wikipedia\.org/g, 'acme.com')
  return { ...rest, body: JSON.parse(text) }
}

function searchResults() {
  return [
    ['https://acme.com/about', 'Acme vs Globex: which widgets?', 'Both forge steel widgets.'],
    ['https://globex.com/', 'Globex | Widgets', 'Popular alternatives to Acme are Globex and Initech.'],
    ['https://initech.com/', 'Initech, an alternative to Acme', 'Initech makes widgets of steel.'],
  ].map(([url, title, content]) => ({ url, title, content, engine: 'google', score: 1 }))
}

const story = (id: number): SampleBody => ({
  body: {
    by: 'ada',
    descendants: 7,
    id,
    score: 111,
    time: 1_775_714_200,
    title: `Story ${id}`,
    type: 'story',
    url: `https://news.example/${id}`,
  },
})

function closeOf(day: number) {
  return [1_762_992_000_000 + day * 86_400_000, 60_000 + day * 500]
}

function coin(usd: number) {
  return {
    usd,
    usd_market_cap: usd * 19e6,
    usd_24h_vol: usd * 5e5,
    usd_24h_change: -1.23,
    last_updated_at: 1_763_639_880,
  }
}

/** acme/widgets on GitHub, its package, and what the databases of advisories say of what it depends on. */
function repository(): [string, SampleBody][] {
  const repo = '/github/repos/acme/widgets'
  const lock = npmLock({
    lodash: { version: '4.17.20', license: 'MIT' },
    express: { version: '5.1.0', license: 'MIT' },
  })
  const files: Record<string, string> = { ...goodFiles(), 'package-lock.json': lock }
  for (let nth = 0; nth < 40; nth += 1) files[`src/part${nth}.js`] = 'export const one = 1\n'.repeat(40)
  const entries = Object.entries(files)
  const logins = ['ada', 'bob', 'eve']
  const commits = logins.map((login, nth) => ({
    sha: SHA,
    author: { login, type: 'User' },
    commit: { author: { name: login, date: `2026-11-1${nth}T00:00:00Z` }, verification: { verified: true } },
  }))
  const info = {
    name: 'widgets',
    full_name: 'acme/widgets',
    owner: { login: 'acme', type: 'Organization' },
    default_branch: 'main',
    created_at: '2019-01-01T00:00:00Z',
    pushed_at: '2026-11-10T00:00:00Z',
    stargazers_count: 120,
    open_issues_count: 1,
    license: { spdx_id: 'MIT' },
    archived: false,
    fork: false,
  }
  const tree = entries.map(([path, text], nth) => ({ path, type: 'blob', size: text.length, sha: `sha${nth}` }))
  const npm = {
    name: 'widgets',
    'dist-tags': { latest: '1.2.0' },
    versions: {
      '1.2.0': { license: 'MIT', repository: { url: 'git+https://github.com/acme/widgets.git' }, scripts: {} },
    },
    time: { created: '2019-02-01T00:00:00Z' },
    maintainers: [{ name: 'ada' }],
  }
  const versions = {
    versions: [{ versionKey: { version: '4.17.21' }, publishedAt: '2026-01-01T00:00:00Z', isDefault: true }],
  }
  return [
    [repo, { body: info }],
    [`${repo}/commits`, { body: commits }],
    [`${repo}/releases`, { body: [{ tag_name: 'v1.2.0', published_at: '2026-11-01T00:00:00Z', assets: [] }] }],
    [`${repo}/git/trees/${SHA}`, { body: { sha: SHA, truncated: false, tree } }],
    [`${repo}/issues`, { body: [] }],
    [`${repo}/issues/comments`, { body: [] }],
    ...logins.map((login): [string, SampleBody] => [
      `/github/users/${login}`,
      { body: { login, created_at: '2015-01-01T00:00:00Z' } },
    ]),
    ...entries.map(([path, body]): [string, SampleBody] => [
      `/github-raw/acme/widgets/${SHA}/${path}`,
      { type: 'text/plain; charset=utf-8', body },
    ]),
    ['/osv/v1/querybatch', { body: { results: [{ vulns: [{ id: LODASH.id }] }, {}] } }],
    [`/osv/v1/vulns/${LODASH.id}`, { body: LODASH }],
    ['/scorecard/*', { status: 404, body: '' }],
    ['/deps-dev/v3/systems/npm/packages/lodash', { body: versions }],
    ['/deps-dev/*', { status: 404, type: 'text/plain', body: 'version not found' }],
    ['/npm-registry/widgets', { body: npm }],
    ['/npm-downloads/*', { body: { downloads: 31_623, start: '2026-10-01', end: '2026-10-31', package: 'widgets' } }],
  ]
}
