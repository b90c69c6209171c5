import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions, verdictFields } from '#shared/engines/guard/verdict.ts'
import { readRepoUrl } from '#shared/engines/repo/repo-url.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { repo_url: 'repo-url', ref: 'git-ref' },
    gives: { decision: 'decision', score: 'number' },
    also: { 'repo.url': 'repo-url' },
  },
  input: () =>
    guardInput({
      repo_url: z.string().min(1).max(500).describe('https URL of a GitHub, GitLab or Codeberg repository'),
      ref: z
        .string()
        .min(1)
        .max(200)
        .regex(/^[\w][\w./@+-]*$/, 'String should be the name of a branch or tag, or a commit')
        .optional()
        .describe('branch, tag or commit; the default branch unless said'),
    }),
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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
