import { z } from 'zod'

import { severities, verdictFields } from '#shared/engines/guard/verdict.ts'

const text = z.string().nullable()
const whole = z.int().nullable()
const SourceShape = z.object({
  name: z.string(),
  url: text,
  fetched_at: z.string(),
  cached: z.boolean(),
  cache_age_s: z.number(),
  stale: z.boolean(),
})

/** The fields of repo-due-diligence. */
export const diligenceFields = {
  source: SourceShape,
  as_of: text,
  ...verdictFields,
  verdict: z.enum(['adopt', 'adopt_with_conditions', 'avoid']),
  summary: z.string().describe('three sentences built from the findings'),
  safety: z
    .looseObject({ decision: z.string(), score: z.number(), grade: z.string() })
    .describe('the repo-safety result'),
  dependencies: z.object({
    direct: z.int(),
    transitive: whole,
    outdated: whole,
    deprecated: whole,
    unmaintained: whole.describe('no release for two years'),
    tree_depth: whole,
    approximate: z.boolean().describe('nothing is locked: the latest versions were looked at'),
    outdated_packages: z.array(z.string()),
    deprecated_packages: z.array(z.string()),
    unmaintained_packages: z.array(z.string()),
    lock_files: z.array(z.string()),
  }),
  vulnerabilities: z.array(
    z.object({
      id: z.string(),
      aliases: z.array(z.string()),
      package: z.string(),
      ecosystem: z.string(),
      version: z.string(),
      severity: z.enum(['low', 'medium', 'high', 'critical', 'unknown']),
      cvss: z.number().nullable(),
      summary: z.string(),
      fixed_in: text,
      dev: z.boolean().nullable().describe('only for building and testing'),
      path: text.describe('the lock file that names it'),
      reachable: z.literal('unknown'),
    }),
  ),
  licenses: z.object({
    repo: text,
    repo_kind: z.string(),
    dependencies: z.array(z.object({ license: z.string(), count: z.int() })),
    conflicts: z.array(z.object({ package: z.string(), license: z.string(), why: z.string() })),
    copyleft: z.array(z.object({ package: z.string(), license: z.string(), kind: z.string() })),
    missing: z.int().describe('dependencies whose licence nobody told'),
  }),
  maintainers: z.object({
    bus_factor: whole.describe('fewest authors with half of a year’s commits'),
    active_90d: whole,
    org: z.boolean().nullable(),
    top: z.array(z.object({ login: z.string(), commits_pct: z.number() })),
    account_age_flags: z.array(z.string()),
  }),
  activity: z.object({
    commits_90d: whole,
    releases: whole,
    release_cadence_days: whole,
    median_issue_response_h: z.number().nullable(),
    open_issues: whole,
    stale_pr_pct: whole,
  }),
  package: z
    .object({
      name: z.string(),
      ecosystem: z.string(),
      latest: text,
      published_at: text,
      first_published_at: text,
      downloads_30d: whole,
      repo_match: z.boolean().nullable().describe('the registry names this repository; null where it names none'),
      release_tag_found: z.boolean().nullable(),
      registry_repository: text,
      provenance: z.boolean().nullable(),
      install_scripts: z.boolean().nullable(),
      published_by: text,
      maintainers: whole,
      deprecated: z.boolean(),
      typosquat_of: text,
    })
    .nullable(),
  provenance: z.object({
    signed_commits_pct: whole,
    signed_releases: whole,
    slsa_provenance: z.boolean().nullable(),
    reproducible_hint: z.boolean(),
  }),
  sbom: z.object({
    format: z.literal('CycloneDX 1.6'),
    components: z.int(),
    complete: z.boolean(),
    sha256: z.string().describe('of the RFC 8785 form of the document'),
    document: z.looseObject({ bomFormat: z.literal('CycloneDX'), specVersion: z.literal('1.6') }),
  }),
  conditions: z.array(z.object({ code: z.string(), action: z.string(), severity: z.enum(severities) })),
  unknowns: z.array(z.string()),
  sources: z.array(SourceShape.extend({ n: z.int() })),
  steps: z.array(z.object({ step: z.string(), slug: text, status: z.enum(['done', 'failed']), took_ms: z.int() })),
}
export type Diligence = z.input<z.ZodObject<typeof diligenceFields>>
