import { capabilityRuleset } from '#shared/engines/capability/capability-words.rules.ts'
import { toolLike } from '#shared/engines/capability/tool-like.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import { combinationsOf } from './combinations.ts'
import { type Held, hold } from './hold-tool.ts'
import { permissionReasons, permissionChecks } from './permission-reasons.ts'
import type { Combination, PermissionVerdict, ReviewedTool, PermissionInput } from './permission-verdict.ts'
import { readPolicy } from './policy.ts'
import { review } from './review-tool.ts'

/** Reviews what an agent holds against what it is asked to do. */
export function reviewPermissions(input: PermissionInput): PermissionVerdict {
  const policy = readPolicy(input.policy)
  const held = input.tools.map((sent) => hold(toolLike(sent), input))
  const tools = held.map((one) => review(one, input, policy))
  const combinations = combinationsOf(named(held), policy.separation)
  const kept = held.filter((_, index) => tools[index]?.verdict !== 'remove')
  const byVerdict = (...verdicts: ReviewedTool['verdict'][]) =>
    sortedNames(tools.filter(({ verdict }) => verdicts.includes(verdict)))
  const verdict = conclude({
    input,
    ruleset: capabilityRuleset,
    findings: permissionReasons(tools, held, combinations, policy),
    checks: permissionChecks(input, tools, held, combinations),
    proceed: 'The agent holds what its task needs; use least_privilege as its policy.',
  })
  return {
    ...verdict,
    tools,
    least_privilege: {
      allow: byVerdict('keep', 'narrow'),
      require_confirm: byVerdict('require_confirm'),
      deny: byVerdict('remove'),
    },
    combinations,
    unused: input.usage === undefined ? [] : sortedNames(held.filter(({ used }) => used === 0).map(({ tool }) => tool)),
    overall_risk: overall(held, combinations),
    reduction: {
      tools_removed: tools.filter((tool) => tool.verdict === 'remove').length,
      scopes_narrowed: tools.flatMap(({ scopes }) => scopes).filter((scope) => scope.verdict !== 'keep').length,
      risk_before: overall(held, combinations),
      risk_after: overall(
        kept.map((one) =>
          tools[held.indexOf(one)]?.verdict === 'require_confirm' ? { ...one, risk: Math.round(one.risk * 0.5) } : one,
        ),
        combinationsOf(named(kept), policy.separation),
      ),
    },
  }
}

const named = (held: readonly Held[]) =>
  held.map(({ tool, classified }) => ({ name: tool.name, effects: classified.effects }))

const sortedNames = (tools: readonly { name: string }[]) => [...new Set(tools.map(({ name }) => name))].toSorted()

/** The worst tool, and more the more ways there are to combine them. */
function overall(held: readonly { risk: number }[], combinations: readonly Combination[]): number {
  const worst = Math.max(0, ...held.map(({ risk }) => risk))
  const extra = combinations.reduce((sum, { severity }) => sum + (severity === 'critical' ? 15 : 8), 0)
  return Math.min(100, worst + extra)
}
