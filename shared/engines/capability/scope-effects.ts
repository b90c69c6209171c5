import type { Effect } from './effects.ts'
import { type ScopeRule, scopeRules } from './scope.rules.ts'

/** The rule a scope falls under; null when nobody knows what it is. */
export const ruleOfScope = (scope: string): ScopeRule | null =>
  scopeRules.find(({ pattern }) => pattern.test(scope.slice(0, 500))) ?? null

/** What each of the scopes lets its holder do. */
export const scopeEffects = (scopes: readonly string[]): { effect: Effect; scope: string }[] =>
  scopes.flatMap((scope) => (ruleOfScope(scope)?.effects ?? []).map((effect) => ({ effect, scope })))
