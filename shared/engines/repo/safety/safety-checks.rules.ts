import { sayProblem } from '#shared/engines/sources/part.ts'

import type { RepoFacts } from '../collect-repo.ts'

export const categories = ['maintenance', 'security_practice', 'supply_chain', 'code_indicators', 'provenance'] as const
export type Category = (typeof categories)[number]

/** How much each category weighs in the score. */
export const CATEGORY_WEIGHTS: Readonly<Record<Category, number>> = {
  maintenance: 20,
  security_practice: 25,
  supply_chain: 25,
  code_indicators: 25,
  provenance: 5,
}

export const SAFETY_RULESET = 'repo-safety/2026-11-20'

/** What a check says: 0 to 100, or null where it could not run; either way in words. */
export type Judged = { value: number | null; detail: string }

/** One point of the score. `weight` counts inside its category; a check that cannot run is left out of the mean. */
export type SafetyCheck = {
  id: string
  category: Category
  weight: number
  judge: (facts: RepoFacts) => Judged
}

const DAY_MS = 86_400_000
const daysSince = (time: string | null, now: Date) =>
  time === null ? null : Math.floor((now.getTime() - Date.parse(time)) / DAY_MS)
const skipped = (detail: string): Judged => ({ value: null, detail })
const missing = (what: string, problem: string | null): Judged =>
  skipped(problem === null ? `${what}: none` : `${what} could not be read (${sayProblem(problem)})`)
const hasFile = ({ tree }: RepoFacts, pattern: RegExp) => tree.value?.files.find(({ path }) => pattern.test(path))?.path
const worst = (facts: RepoFacts, codes: readonly string[]) =>
  facts.indicators?.filter(({ code }) => codes.includes(code)) ?? null
const PENALTY = { critical: 100, high: 70, medium: 30, low: 8 } as const

function byIndicators(facts: RepoFacts, codes: readonly string[], clean: string): Judged {
  const found = worst(facts, codes)
  if (found === null || facts.scan.read === 0) return skipped('no file could be looked through')
  const value = found.reduce((left, { severity }) => left - PENALTY[severity], 100)
  const detail = found.length === 0 ? clean : `${found.length}: ${found[0]?.path ?? ''} ${found[0]?.excerpt ?? ''}`
  return { value: Math.max(value, 0), detail: detail.slice(0, 300) }
}

/** A value by the first limit that holds. */
const graded = (amount: number, limits: readonly (readonly [limit: number, value: number])[], last: number) =>
  limits.find(([limit]) => amount <= limit)?.[1] ?? last

export const safetyChecks: readonly SafetyCheck[] = [
  {
    id: 'recent_push',
    category: 'maintenance',
    weight: 4,
    judge({ info, now }) {
      const days = daysSince(info.pushedAt, now)
      if (days === null) return skipped('the host does not say when it was pushed to')
      return {
        value: graded(
          days,
          [
            [90, 100],
            [180, 80],
            [365, 55],
            [730, 25],
          ],
          5,
        ),
        detail: `last push ${days} days ago`,
      }
    },
  },
  {
    id: 'not_archived',
    category: 'maintenance',
    weight: 3,
    judge: ({ info }) =>
      info.archived ? { value: 0, detail: 'archived' } : { value: 100, detail: 'open for changes' },
  },
  {
    id: 'several_authors',
    category: 'maintenance',
    weight: 2,
    judge({ commits }) {
      if (commits.value === null) return missing('commits', commits.problem)
      const authors = new Set(commits.value.filter(({ isBot }) => !isBot).map(({ author }) => author)).size
      const detail = `${authors} people wrote the last ${commits.value.length} commits`
      return {
        value: graded(
          authors,
          [
            [0, 20],
            [1, 45],
            [2, 70],
            [4, 85],
          ],
          100,
        ),
        detail,
      }
    },
  },
  {
    id: 'releases',
    category: 'maintenance',
    weight: 2,
    judge({ releases, now }) {
      if (releases.value === null) return missing('releases', releases.problem)
      const days = daysSince(releases.value[0]?.publishedAt ?? null, now)
      if (days === null) return { value: 40, detail: 'nothing was ever released' }
      return {
        value: graded(
          days,
          [
            [180, 100],
            [365, 80],
            [730, 50],
          ],
          25,
        ),
        detail: `last release ${days} days ago`,
      }
    },
  },
  {
    id: 'age',
    category: 'maintenance',
    weight: 1,
    judge({ info, now }) {
      const days = daysSince(info.createdAt, now)
      if (days === null) return skipped('the host does not say when it was made')
      return {
        value: graded(
          days,
          [
            [30, 10],
            [90, 40],
            [365, 75],
          ],
          100,
        ),
        detail: `${days} days old`,
      }
    },
  },
  {
    id: 'license',
    category: 'maintenance',
    weight: 2,
    judge(facts) {
      const own = facts.info.license ?? facts.manifests.find(({ license }) => license !== null)?.license
      if (own !== undefined && own !== null) return { value: 100, detail: own }
      const file = hasFile(facts, /^(?:licen[cs]e|copying)[\w.-]*$/i)
      if (file !== undefined) return { value: 70, detail: `${file}, of a kind the host does not know` }
      return facts.tree.value === null ? missing('files', facts.tree.problem) : { value: 0, detail: 'no licence' }
    },
  },
  {
    id: 'security_policy',
    category: 'security_practice',
    weight: 2,
    judge(facts) {
      if (facts.tree.value === null) return missing('files', facts.tree.problem)
      const file = hasFile(facts, /^(?:\.github\/|docs\/)?security(?:\.\w+)?$/i)
      return file === undefined ? { value: 20, detail: 'no SECURITY.md' } : { value: 100, detail: file }
    },
  },
  {
    id: 'pinned_actions',
    category: 'security_practice',
    weight: 2,
    judge({ workflows, tree }) {
      if (workflows === null) return missing('workflows', tree.problem)
      if (workflows.uses === 0) return skipped('no workflow uses an action of others')
      const share = workflows.pinned / workflows.uses
      return { value: Math.round(30 + 70 * share), detail: `${workflows.pinned} of ${workflows.uses} name a commit` }
    },
  },
  {
    id: 'token_permissions',
    category: 'security_practice',
    weight: 2,
    judge({ workflows, tree }) {
      if (workflows === null) return missing('workflows', tree.problem)
      if (workflows.files === 0) return skipped('no workflows')
      if (workflows.writeAll.length > 0) return { value: 0, detail: `${workflows.writeAll[0]} may write everything` }
      const share = workflows.withPermissions / workflows.files
      return {
        value: Math.round(40 + 60 * share),
        detail: `${workflows.withPermissions} of ${workflows.files} workflows say what their token may do`,
      }
    },
  },
  {
    id: 'dangerous_workflow',
    category: 'security_practice',
    weight: 4,
    judge: (facts) => (facts.workflows === null ? missing('workflows', facts.tree.problem) : byWorkflows(facts)),
  },
  {
    id: 'update_tool',
    category: 'security_practice',
    weight: 1,
    judge(facts) {
      if (facts.tree.value === null) return missing('files', facts.tree.problem)
      const file = hasFile(facts, /^(?:\.github\/)?(?:dependabot\.ya?ml|renovate\.json5?|\.renovaterc(?:\.json)?)$/i)
      return file === undefined ? { value: 40, detail: 'no update tool is set up' } : { value: 100, detail: file }
    },
  },
  {
    id: 'scorecard',
    category: 'security_practice',
    weight: 4,
    judge: ({ scorecard }) =>
      scorecard.value === null
        ? missing('OpenSSF Scorecard', scorecard.problem)
        : { value: Math.round(scorecard.value.score * 10), detail: `OpenSSF Scorecard ${scorecard.value.score} of 10` },
  },
  {
    id: 'known_vulnerabilities',
    category: 'supply_chain',
    weight: 5,
    judge({ advisories, locked }) {
      if (locked.length === 0) return skipped('no lock file names exact versions')
      if (advisories.value === null) return missing('OSV', advisories.problem)
      const { vulnerabilities, packages } = advisories.value
      const cost = { critical: 40, high: 20, medium: 8, low: 3, unknown: 8 }
      const value = vulnerabilities.reduce(
        (left, { severity, dev }) => left - cost[dev === true ? 'low' : severity],
        100,
      )
      return { value: Math.max(value, 0), detail: `${vulnerabilities.length} advisories for ${packages} packages` }
    },
  },
  {
    id: 'lock_file',
    category: 'supply_chain',
    weight: 2,
    judge({ locked, manifests, tree }) {
      if (tree.value === null) return missing('files', tree.problem)
      if (manifests.every(({ wanted }) => wanted.length === 0)) return skipped('it depends on nothing')
      return locked.length > 0
        ? { value: 100, detail: `${locked.length} versions are locked` }
        : { value: 40, detail: 'no lock file: versions are chosen anew on each install' }
    },
  },
  {
    id: 'dependency_names',
    category: 'supply_chain',
    weight: 3,
    judge: (facts) =>
      facts.manifests.length === 0
        ? skipped('no manifest')
        : byIndicators(facts, ['typosquat_dependency', 'unpinned_source'], 'no name looks like another'),
  },
  {
    id: 'install_scripts',
    category: 'supply_chain',
    weight: 4,
    judge: (facts) =>
      byIndicators(facts, ['install_script_network', 'install_script'], 'nothing runs by itself on install'),
  },
  {
    id: 'hidden_code',
    category: 'code_indicators',
    weight: 5,
    judge: (facts) =>
      byIndicators(
        facts,
        ['obfuscated_eval', 'obfuscated_code', 'hidden_characters', 'reverse_shell', 'credential_theft'],
        'nothing hides what it does',
      ),
  },
  {
    id: 'secrets',
    category: 'code_indicators',
    weight: 3,
    judge: (facts) => byIndicators(facts, ['committed_secret'], 'no credential stands in the open'),
  },
  {
    id: 'binaries',
    category: 'code_indicators',
    weight: 2,
    judge: (facts) => byIndicators(facts, ['binary_blob'], 'no compiled files among the sources'),
  },
  {
    id: 'prompt_injection',
    category: 'code_indicators',
    weight: 1,
    judge: (facts) => byIndicators(facts, ['prompt_injection_text'], 'no text gives orders to models'),
  },
  {
    id: 'signed_commits',
    category: 'provenance',
    weight: 2,
    judge({ commits }) {
      const told = commits.value?.filter(({ verified }) => verified !== null) ?? []
      if (told.length === 0) return missing('signatures of commits', commits.problem)
      const share = told.filter(({ verified }) => verified === true).length / told.length
      return {
        value: Math.round(100 * share),
        detail: `${Math.round(100 * share)} % of ${told.length} commits are signed`,
      }
    },
  },
  {
    id: 'signed_releases',
    category: 'provenance',
    weight: 1,
    judge({ releases }) {
      const withAssets = releases.value?.filter(({ assets }) => assets.length > 0) ?? []
      if (withAssets.length === 0) return missing('releases with files', releases.problem)
      const signed = withAssets.filter(({ assets }) => assets.some((name) => SIGNATURE.test(name)))
      return {
        value: Math.round((100 * signed.length) / withAssets.length),
        detail: `${signed.length} of ${withAssets.length} carry a signature or attestation`,
      }
    },
  },
]

/** Files by which a release can be checked. */
export const SIGNATURE = /\.(?:sig|asc|minisig|sigstore(?:\.json)?|intoto\.jsonl|pem|att)$|provenance/i

function byWorkflows(facts: RepoFacts): Judged {
  const found = facts.workflows?.indicators ?? []
  if (facts.workflows?.files === 0) return skipped('no workflows')
  const [first] = found
  if (first === undefined) return { value: 100, detail: 'no workflow hands secrets to strangers' }
  const value = found.reduce((left, { severity }) => left - PENALTY[severity], 100)
  return { value: Math.max(value, 0), detail: `${first.code} in ${first.path}` }
}
