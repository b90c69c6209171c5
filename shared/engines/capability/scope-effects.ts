import type { Effect } from './effects.ts'
import { type ScopeRule, scopeRules } from './scope.rules.ts'

/** The rule that a scope falls under; null for an unknown scope. */
export const ruleOfScope = (scope: string): ScopeRule | null =>
  scopeRules.find(({ pattern }) => pattern.test(scope.slice(0, 500))) ?? null

/** Lists the effects that each of the scopes permits. */
export const scopeEffects = (scopes: readonly string[]): { effect: Effect; scope: string }[] =>
  scopes.flatMap((scope) => (ruleOfScope(scope)?.effects ?? []).map((effect) => ({ effect, scope })))
