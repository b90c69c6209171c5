import { businessSecrets } from './rules/business.rules.ts'
import { callSecrets } from './rules/calls.rules.ts'
import { cloudSecrets } from './rules/cloud.rules.ts'
import { codeSecrets } from './rules/code.rules.ts'
import { loginSecrets } from './rules/logins.rules.ts'
import { modelSecrets } from './rules/models.rules.ts'
import { newerSecrets } from './rules/newer.rules.ts'
import { platformSecrets } from './rules/platforms.rules.ts'
import { structureSecrets } from './rules/structure.rules.ts'
import type { SecretRule } from './secret-rule.ts'

/** Id and version of all rules; it changes whenever an answer may change. */
export const secretRuleset = 'secrets/2026-11-28.2'

/** All rules for forms of secrets. Values that only their name reveals are handled by named-values.ts. */
export const secretRules: readonly SecretRule[] = [
  ...structureSecrets,
  ...modelSecrets,
  ...cloudSecrets,
  ...codeSecrets,
  ...businessSecrets,
  ...platformSecrets,
  ...newerSecrets,
  ...loginSecrets,
  ...callSecrets,
]
