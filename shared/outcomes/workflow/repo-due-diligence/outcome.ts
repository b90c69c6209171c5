import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { diligenceFields } from './diligence/diligence-report.ts'
import example from './example.json' with { type: 'json' }
import { readRepoUrl } from '#shared/engines/repo/repo-url.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'

/** A workflow over repo-safety and what registries and advisory databases know; each answer is a durable step. */
export const repoDueDiligence = defineOutcome({
  slug: 'repo-due-diligence',
  title: 'Repository due diligence',
  description:
    'Deep due diligence of a repository and its package: safety, known vulnerabilities of every locked version with the fix, licences and their conflicts, maintainers, activity, whether the registry’s package is built from this repository, provenance, an SBOM (CycloneDX 1.6) and a verdict with conditions. What could not be checked is listed and never counts as passed.',
  cents: 99,
  featured: 11,
  pool: 'router-workflow',
  timeoutMs: 75_000,
  decisions: decisions.filter((word) => word !== 'require_confirm'),
  types: {
    takes: { repo_url: 'repo-url', package_name: 'name' },
    gives: { verdict: 'decision', summary: 'text' },
    also: { 'maintainers.org': 'company', 'licenses.repo': 'name' },
  },
  input: () =>
    guardInput({
      repo_url: z.string().min(1).max(500).describe('https URL of a GitHub, GitLab or Codeberg repository'),
      package_name: z
        .string()
        .min(1)
        .max(220)
        .regex(/^[\w@][\w@./: -]*$/, 'String should be the name of a package')
        .optional()
        .describe('package to tie to the repository (npm:, pypi:, cargo: prefix, or guessed from manifests)'),
    }),
  output: () => z.object(diligenceFields),
  example: exampleFrom(example),
  check({ repo_url: url }) {
    if (readRepoUrl(url) !== null) return
    const msg = 'Value error, this is not the address of a repository on github.com, gitlab.com or codeberg.org'
    throw invalidFields({ path: ['repo_url'], msg, input: url })
  },
  async run(input, ctx) {
    const [{ collectDiligence }, { judgeDiligence }, { clockSteps }] = await Promise.all([
      import('./diligence/collect-diligence.ts'),
      import('./diligence/judge-diligence.ts'),
      import('./diligence/step-clock.ts'),
    ])
    const clocked = clockSteps(ctx)
    const { repo_url: repoUrl, package_name: packageName } = input
    const facts = await collectDiligence({ repoUrl, packageName }, clocked.ctx)
    return { ...(await judgeDiligence(facts, input)), steps: clocked.lines }
  },
})
