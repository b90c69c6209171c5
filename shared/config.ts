import type { z } from 'zod'

import { cardMistakes } from './card-settings.ts'
import { modelMistakes } from './lib/models/model-roles.ts'
import { type Limits, limitsOf } from './limits.rules.ts'
import { readSecretFiles } from './secret-files.ts'
import { rootOf, WRONG_ROOT } from './server-root.ts'
import { REMOVED_SETTINGS } from './removed-settings.rules.ts'
import { type RedisMode, redisMistakes, redisModeOf } from './redis-target.ts'
import { Settings } from './settings.ts'
import { misspeltSettings, type Misspelt } from './misspelt-settings.ts'
import { parseUpstreams, type UpstreamSettings } from './upstreams/settings.ts'

/** All four must be set, or none. */
const BUCKET_SETTINGS = ['BLOB_S3_ENDPOINT', 'BLOB_S3_BUCKET', 'BLOB_S3_ACCESS_KEY', 'BLOB_S3_SECRET_KEY'] as const

const REQUIRED_IN_PRODUCTION = [
  'REDIS_URL',
  'ADMIN_TOKEN',
  'PUBLIC_BASE_URL',
  'SUPPORT_URL',
  'BASE_PAY_TO',
  'SOLANA_PAY_TO',
  'SOLANA_FEE_PAYER',
  'BASE_RPC_URL',
  'SOLANA_RPC_URL',
  'FACILITATOR_URL',
] as const

export type Config = Readonly<z.output<typeof Settings>> & {
  readonly production: boolean
  /** What everything is derived from: the root that SERVER_ROOT holds, or the setting itself. */
  readonly SERVER_SECRET: string
  /** The public base URL, without a trailing slash. */
  readonly publicBaseUrl: string
  /** PostgreSQL itself, whatever stands before it. */
  readonly databaseDirectUrl: string
  /** Whether a pooler in transaction mode stands before PostgreSQL. */
  readonly isPooled: boolean
  readonly redisMode: RedisMode
  readonly limits: Limits
  /** Names of settings that are set and exist no longer. */
  readonly removed: readonly string[]
  /** Variables that are no setting and nearly have the name of one. */
  readonly misspelt: readonly Misspelt[]
  /** UPSTREAM_<ID>_URL and UPSTREAM_<ID>_KEY (shared/upstreams/registry.ts). */
  readonly upstreams: UpstreamSettings
}

/** One message that names every wrong setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Parses the environment once; secrets may be given by file (secret-files.ts). Throws ConfigError with all mistakes at
 * once, so that nothing starts half configured.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // docker-compose and .env files leave empty variables for settings that are not set; `readSecretFiles` removes them.
  const { env: given, mistakes: wrongFiles } = readSecretFiles(env)
  const parsed = Settings.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  const mistakes = [...wrongFiles.values()]
  const misspelt = misspeltSettings(given)
  const missingLine = (name: string, why = '') => {
    const slip = misspelt.find(({ nearest }) => nearest === name)
    return `${name}  is missing${why}${slip === undefined ? '' : `; ${slip.name} is set: did you mean ${name}?`}`
  }
  for (const issue of issues) {
    const name = String(issue.path[0])
    // The reason is already in `mistakes`.
    if (wrongFiles.has(name)) continue
    mistakes.push(given[name] === undefined ? missingLine(name) : `${issue.path.join('.')}  ${wordsOf(issue)}`)
  }
  if (given['NODE_ENV'] === 'production') {
    const named = new Set([...wrongFiles.keys(), ...issues.map((issue) => String(issue.path[0]))])
    for (const name of REQUIRED_IN_PRODUCTION) {
      if (given[name] === undefined && !named.has(name)) mistakes.push(missingLine(name, ' (production demands it)'))
    }
    if (given['SOL_PRICE_CENTS'] !== undefined) mistakes.push('SOL_PRICE_CENTS  is for play money alone')
    // It opens a port of this machine to every caller.
    if (given['SAMPLE_SITE_PORT'] !== undefined) mistakes.push('SAMPLE_SITE_PORT  is for the playground alone')
  }
  mistakes.push(...cardMistakes(given), ...redisMistakes(given))
  if (given['DATABASE_POOLER'] === 'transaction' && given['DATABASE_DIRECT_URL'] === undefined)
    mistakes.push('DATABASE_DIRECT_URL  is missing (DATABASE_POOLER is transaction; migrations and LISTEN need it)')
  const missing = BUCKET_SETTINGS.filter((name) => given[name] === undefined)
  if (missing.length < BUCKET_SETTINGS.length) {
    for (const name of missing) mistakes.push(`${name}  is missing (the others of the bucket are set)`)
  }
  if (given['SMTP_URL'] !== undefined && given['MAIL_FROM'] === undefined)
    mistakes.push('MAIL_FROM  is missing (SMTP_URL is set)')
  mistakes.push(...modelMistakes(given))
  const upstreams = parseUpstreams(given)
  mistakes.push(...upstreams.mistakes)
  const root = parsed.success ? rootOf(parsed.data.SERVER_SECRET, parsed.data.SERVER_ROOT) : ''
  if (root === null) mistakes.push(`SERVER_ROOT  ${WRONG_ROOT}`)
  if (!parsed.success || root === null || mistakes.length > 0) {
    throw new ConfigError(
      `${mistakes.map((line) => `  ${line}`).join('\n')}\n${mistakes.length} setting${mistakes.length === 1 ? ' is' : 's are'} wrong; nothing was started.`,
    )
  }
  const settings = parsed.data
  return Object.freeze({
    ...settings,
    SERVER_SECRET: root,
    production: settings.NODE_ENV === 'production',
    publicBaseUrl: (settings.PUBLIC_BASE_URL ?? `http://${settings.HOST}:${settings.PORT}`).replace(/\/+$/, ''),
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    isPooled: settings.DATABASE_POOLER === 'transaction',
    redisMode: redisModeOf(settings),
    limits: limitsOf(settings),
    removed: REMOVED_SETTINGS.filter((name) => given[name] !== undefined),
    misspelt,
    upstreams: upstreams.settings,
  })
}

/** What is wrong with a setting, in words that follow its name. */
export function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message
  if (issue.expected === 'int') return 'is not a whole number'
  return issue.expected === 'number' ? 'is not a number' : issue.message
}
