import type { InjectionRule } from './injection-rule.ts'
import { addressedLanguageRules } from './rules/addressed-languages.rules.ts'
import { addressedRules } from './rules/addressed.rules.ts'
import { agentTaskRules, toolAbuseRules } from './rules/agent-task.rules.ts'
import { jailbreakRules } from './rules/jailbreak.rules.ts'
import { languageRules } from './rules/language.rules.ts'
import { leakRules } from './rules/leak.rules.ts'
import { markupRules } from './rules/markup.rules.ts'
import { overrideRules } from './rules/override.rules.ts'
import { plainRules } from './rules/plain.rules.ts'
import { techniqueRules } from './rules/technique.rules.ts'
import { toolTextRules } from './rules/tool-text.rules.ts'
import { toolRules } from './rules/tool.rules.ts'
import { wordingRules } from './rules/wording.rules.ts'
import { injectionWords } from './words.rules.ts'

/** Id and version of all rules and of the weights of the likeness; it changes whenever an answer may change. */
export const injectionRuleset = 'injection/2026-11-28.2'

/** Every rule there is. */
export const injectionRules: readonly InjectionRule[] = [
  ...overrideRules,
  ...leakRules,
  ...toolRules,
  ...plainRules,
  ...jailbreakRules,
  ...techniqueRules,
  ...markupRules,
  ...languageRules,
  ...addressedRules,
  ...addressedLanguageRules,
  ...wordingRules,
  ...agentTaskRules,
  ...toolAbuseRules,
  ...toolTextRules,
]

/** A pattern with its word lists in place; RE2 syntax still. */
export function expandPattern(pattern: string): string {
  const expanded = pattern.replace(/\{([a-zA-Z]{2,16})\}/g, (_, name: string) => {
    const words = injectionWords[name]
    if (words === undefined) throw new Error(`no word list is called ${name}`)
    return words
  })
  return expanded.normalize('NFKC')
}
