import { classifyTool } from '#shared/engines/capability/classify-tool.ts'
import { irreversible } from '#shared/engines/capability/effects.ts'
import { ruleOfScope } from '#shared/engines/capability/scope-effects.ts'
import type { ToolLike } from '#shared/engines/capability/tool-like.ts'
import type { Held } from './hold-tool.ts'
import { narrowerFor } from './narrower-scope.ts'
import { needOf } from './need.ts'
import type { ReviewedTool, PermissionInput } from './permission-verdict.ts'
import type { Policy } from './policy.ts'

export function review(
  { tool, classified, risk, used, isPoisoned }: Held,
  { agent, task }: PermissionInput,
  policy: Policy,
): ReviewedTool {
  const { effects } = classified
  // What a scope adds is judged with the scope; need is about what the tool itself is for.
  const own = tool.scopes.length === 0 ? effects : classifyTool({ ...tool, scopes: [] }).effects
  const { needed, why } = needOf(task, tool, own.length === 0 ? effects : own, used ?? 0)
  const purpose = task === undefined || task.trim() === '' ? `${tool.name} ${tool.description ?? ''}` : task
  const scopes = tool.scopes.map((scope) => reviewScope(scope, { tool, needed, purpose }))
  const reasons = [why]
  const verdicts: ReviewedTool['verdict'][] = ['keep']
  const ask = (verdict: ReviewedTool['verdict'], reason: string) => {
    verdicts.push(verdict)
    reasons.push(reason)
  }
  if (scopes.some(({ verdict }) => verdict !== 'keep')) ask('narrow', 'a scope grants more than the tool needs')
  const forGood = own.filter((effect) => irreversible.has(effect))
  if (agent?.autonomy?.toLowerCase() === 'autonomous' && forGood.length > 0)
    ask('require_confirm', `nobody watches, and it cannot be undone: ${forGood.join(', ')}`)
  if (needed === 'unclear' && own.some((effect) => irreversible.has(effect) || effect === 'identity'))
    ask('require_confirm', 'it is not clear that the task needs it')
  if (policy.confirm.some((glob) => glob.test(tool.name))) ask('require_confirm', 'the policy asks for confirmation')
  if (risk > policy.maxRisk) ask('require_confirm', `its risk is over the policy's ${policy.maxRisk}`)
  if (needed === 'no') verdicts.push('remove')
  if (isPoisoned) ask('remove', 'its description gives orders to the model that reads it')
  if (policy.deny.some((glob) => glob.test(tool.name))) ask('remove', 'the policy denies it')
  const order: ReviewedTool['verdict'][] = ['remove', 'require_confirm', 'narrow', 'keep']
  return {
    name: tool.name,
    needed,
    risk,
    effects,
    scopes,
    verdict: order.find((one) => verdicts.includes(one)) ?? 'keep',
    reasons,
  }
}

/** A scope is kept when it lets the tool do no more than the tool is for. */
function reviewScope(
  scope: string,
  { tool, needed, purpose }: { tool: ToolLike; needed: ReviewedTool['needed']; purpose: string },
): ReviewedTool['scopes'][number] {
  const rule = ruleOfScope(scope)
  if (rule === null) return { scope, verdict: 'keep', narrower: null }
  const own = new Set(classifyTool({ ...tool, scopes: [] }).effects)
  const more = rule.effects.filter(
    (effect) => !own.has(effect) && effect !== 'reads_private' && effect !== 'reads_untrusted',
  )
  if (needed === 'no') return { scope, verdict: 'remove', narrower: null }
  if (more.length === 0 && rule.risk < 90) return { scope, verdict: 'keep', narrower: null }
  const narrower = narrowerFor(scope, rule, purpose)
  return narrower === null && more.length > 0
    ? { scope, verdict: 'remove', narrower: null }
    : { scope, verdict: 'narrow', narrower }
}
