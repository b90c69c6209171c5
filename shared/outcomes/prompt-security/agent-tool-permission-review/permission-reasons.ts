import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import type { Held } from './hold-tool.ts'
import type { Combination, ReviewedTool, PermissionInput } from './permission-verdict.ts'
import type { Policy } from './policy.ts'

export function permissionReasons(
  tools: readonly ReviewedTool[],
  held: readonly Held[],
  combinations: readonly Combination[],
  policy: Policy,
): Finding[] {
  const findings = tools.flatMap((tool, index): Finding[] => {
    const path = `/tools/${index}`
    const evidence = { tool: tool.name, effects: tool.effects, risk: tool.risk, reasons: tool.reasons }
    if (policy.deny.some((glob) => glob.test(tool.name)))
      return [
        {
          decision: 'block',
          code: 'policy_deny',
          severity: 'high',
          message: `The agent holds ${tool.name}, which the policy denies.`,
          path,
          evidence,
          next: `Take ${tool.name} away from the agent.`,
        },
      ]
    if (held[index]?.isPoisoned === true)
      return [
        {
          decision: 'block',
          code: 'poisoned_tool',
          severity: 'critical',
          message: `The description of ${tool.name} gives orders to the model.`,
          path,
          evidence,
          next: `Remove ${tool.name} and the server it came from.`,
        },
      ]
    if (tool.verdict === 'remove')
      return [
        {
          decision: 'review',
          code: 'not_needed',
          severity: tool.risk >= 60 ? 'high' : tool.risk >= 30 ? 'medium' : 'low',
          message: `The task does not need ${tool.name}.`,
          path,
          evidence,
          next: 'Apply least_privilege as the agent’s policy.',
        },
      ]
    if (tool.verdict === 'require_confirm')
      return [
        {
          decision: 'require_confirm',
          code: 'confirm_before_use',
          severity: tool.risk >= 60 ? 'high' : 'medium',
          message: `${tool.name} should ask a human before it acts.`,
          path,
          evidence,
          next: 'Apply least_privilege, and have a human confirm each call of the tools under require_confirm.',
        },
      ]
    return tool.verdict === 'narrow'
      ? [
          {
            decision: 'review',
            code: 'scope_too_wide',
            severity: 'medium',
            message: `${tool.name} holds scopes it does not need.`,
            path,
            evidence: { ...evidence, scopes: tool.scopes },
            next: 'Replace the scopes by the narrower ones.',
          },
        ]
      : []
  })
  const joint = combinations.map(({ code, severity, why, tools: names }): Finding => ({
    decision: 'review',
    code,
    severity,
    message: why,
    path: '/tools',
    evidence: { tools: names },
    next: 'Split the tools over agents, or put a confirmation before one of them.',
  }))
  return [...findings, ...joint]
}

export function permissionChecks(
  input: PermissionInput,
  tools: readonly ReviewedTool[],
  held: readonly Held[],
  combinations: readonly Combination[],
): Check[] {
  const unclear = tools.filter(({ needed }) => needed === 'unclear').length
  const unknown = held.filter(({ classified }) => !classified.isKnown).map(({ tool }) => tool.name)
  return [
    input.task === undefined
      ? { id: 'task', status: 'skipped', detail: 'task was not given; need is judged by usage alone.' }
      : {
          id: 'task',
          status: unclear > 0 ? 'warn' : 'pass',
          detail: `${tools.filter(({ needed }) => needed === 'yes').length} needed, ${unclear} unclear, ${tools.filter(({ needed }) => needed === 'no').length} not needed.`,
        },
    input.usage === undefined
      ? { id: 'usage', status: 'skipped', detail: 'usage was not given.' }
      : {
          id: 'usage',
          status: held.some(({ used }) => used === 0) ? 'warn' : 'pass',
          detail: `${held.filter(({ used }) => used === 0).length} tools were not used.`,
        },
    input.policy === undefined
      ? { id: 'policy', status: 'skipped', detail: 'policy was not given.' }
      : { id: 'policy', status: 'pass', detail: 'The policy was applied.' },
    input.agent?.autonomy === undefined
      ? { id: 'autonomy', status: 'warn', detail: 'agent.autonomy was not given; judged as supervised.' }
      : { id: 'autonomy', status: 'pass', detail: `Judged as ${input.agent.autonomy}.` },
    input.agent?.environment === undefined
      ? { id: 'environment', status: 'warn', detail: 'agent.environment was not given; judged as production.' }
      : { id: 'environment', status: 'pass', detail: `Judged as ${input.agent.environment}.` },
    { id: 'combinations', status: combinations.length > 0 ? 'fail' : 'pass', detail: `${combinations.length} found.` },
    {
      id: 'classified',
      status: unknown.length > 0 ? 'warn' : 'pass',
      detail:
        unknown.length > 0
          ? `Not known what these do: ${unknown.slice(0, 10).join(', ')}.`
          : 'Every tool was classified.',
    },
  ]
}
