import type { Check, Finding } from '#shared/engines/guard/verdict.ts'

import type { ToolBudgetVerdict } from './budget-verdict.ts'
import type { ToolBudget } from './judge-tool-budget.ts'
import type { ToolCall } from './tool-call.ts'

/** What holds when `budget` does not say otherwise. */
export const DEFAULT_MAX_CALLS = 50
export const DEFAULT_MAX_FAILURES = 3
const NEARLY = 0.8
const NANO = 1e9

type Judged = { finding: Finding | null; check: Check; breaks: string | null }
type Limits = Pick<ToolBudgetVerdict, 'used' | 'remaining' | 'projected' | 'burn'> & { limits: Judged[] }

/** Holds a run, and the call it plans, against its budgets. `nowMs` ends the wall time; without it the last call does. */
export function limitsOf(run: {
  done: readonly ToolCall[]
  next: ToolCall | null
  budget: ToolBudget
  nowMs: number | null
}): Limits {
  const { done, next, budget, nowMs } = run
  const maxCalls = budget.max_calls ?? DEFAULT_MAX_CALLS
  const maxFailures = budget.max_consecutive_failures ?? DEFAULT_MAX_FAILURES
  const nano = done.reduce((sum, call) => sum + call.nanoUsd, 0)
  const perTool = new Map<string, number>()
  for (const { tool } of done) perTool.set(tool, (perTool.get(tool) ?? 0) + 1)
  const wallMs = wallOf([...done, ...(next === null ? [] : [next])], nowMs)
  const planned = next === null ? 0 : 1
  const calls = { id: 'calls', used: done.length, after: done.length + planned, max: maxCalls, unit: 'calls' }
  const nanoAfter = nano + (next?.nanoUsd ?? 0)
  const cost = { id: 'cost', used: nano / NANO, after: nanoAfter / NANO, max: budget.max_cost_usd, unit: 'USD' }
  const wallS = wallMs === null ? null : wallMs / 1_000
  const wall = { id: 'wall', used: wallS, after: wallS, max: budget.max_wall_s, unit: 's' }
  const tools = Object.entries(budget.max_per_tool ?? {}).map(([tool, max]) => {
    const used = perTool.get(tool) ?? 0
    return { id: 'per_tool', tool, used, after: used + (next?.tool === tool ? 1 : 0), max, unit: 'calls' }
  })
  const unpriced = done.filter(({ isCostKnown }) => !isCostKnown).length
  const limits = [
    judge(calls),
    withUnknown(judge(cost), unpriced),
    judge(wall),
    ...tools.map(judge),
    failuresOf(done, maxFailures),
  ]
  const rates = wallMs === null || wallMs <= 0 ? null : { calls: done.length / wallMs, nano: nano / wallMs }
  const left = {
    calls: maxCalls - done.length,
    nano: budget.max_cost_usd === undefined ? null : budget.max_cost_usd * NANO - nano,
  }
  return {
    limits,
    used: {
      calls: done.length,
      cost_usd: nano / NANO,
      wall_s: wallS,
      failures: done.filter(({ ok }) => ok === false).length,
      per_tool: Object.fromEntries(perTool),
    },
    remaining: {
      calls: Math.max(0, left.calls),
      cost_usd: left.nano === null ? null : Math.max(0, Math.round(left.nano) / NANO),
      per_tool: Object.fromEntries(tools.map(({ tool, used, max }) => [tool, Math.max(0, max - used)])),
    },
    projected:
      next === null
        ? null
        : { calls: calls.after, cost_usd: nanoAfter / NANO, breaches: limits.flatMap(({ breaks }) => breaks ?? []) },
    burn:
      rates === null
        ? null
        : burnOf(rates, left, budget.max_wall_s === undefined ? null : budget.max_wall_s * 1_000 - (wallMs ?? 0)),
  }
}

type Limit = {
  id: string
  tool?: string
  used: number | null
  after: number | null
  max: number | undefined
  unit: string
}

function judge({ id, tool, used, after, max, unit }: Limit): Judged {
  const name = tool === undefined ? id : `${id}:${tool.slice(0, 80)}`
  const input = { calls: 'max_calls', cost: 'max_cost_usd', wall: 'max_wall_s', per_tool: 'max_per_tool' }[id] ?? id
  if (max === undefined)
    return {
      finding: null,
      breaks: null,
      check: { id: name, status: 'skipped', detail: `budget.${input} was not given` },
    }
  if (after === null)
    return {
      finding: null,
      breaks: null,
      check: { id: name, status: 'skipped', detail: 'fewer than two calls have a ts' },
    }
  const path = `/budget/${input}${tool === undefined ? '' : `/${tool.replaceAll('~', '~0').replaceAll('/', '~1')}`}`
  const evidence = { used, after, max }
  const what = tool === undefined ? '' : ` for ${JSON.stringify(tool.slice(0, 80))}`
  const detail = `${round(after)} of ${max} ${unit}`
  if (after > max) {
    const isOver = used !== null && used > max
    const message = isOver
      ? `The run used ${round(used)} of ${max} ${unit}${what}.`
      : `The next call would take the run to ${round(after)} of ${max} ${unit}${what}.`
    const finding: Finding = {
      decision: 'block',
      code: `${id}_exceeded`,
      message,
      path,
      evidence,
      next: 'End the run with what is known, or have the budget raised.',
    }
    return { finding, breaks: name, check: { id: name, status: 'fail', detail } }
  }
  if (max > 0 && after >= max * NEARLY) {
    const message = `${round(after)} of ${max} ${unit}${what} are used, 80 % or more.`
    const finding: Finding = {
      decision: 'review',
      code: `${id}_nearly_used`,
      message,
      path,
      evidence,
      next: 'Plan the remaining calls; finish what matters first.',
    }
    return { finding, breaks: null, check: { id: name, status: 'warn', detail } }
  }
  return { finding: null, breaks: null, check: { id: name, status: 'pass', detail } }
}

function withUnknown(judged: Judged, unpriced: number): Judged {
  if (judged.check.status === 'skipped' || unpriced === 0) return judged
  const { check } = judged
  const detail = `${check.detail}; ${unpriced} call(s) show no cost_usd`
  return { ...judged, check: { ...check, status: check.status === 'pass' ? 'warn' : check.status, detail } }
}

/** Calls that failed one after the other, up to the last. */
function failuresOf(done: readonly ToolCall[], max: number): Judged {
  const failed = done.length - 1 - done.findLastIndex(({ ok }) => ok !== false)
  const detail = `${failed} in a row, ${max} allowed`
  if (failed < max || failed === 0)
    return { finding: null, breaks: null, check: { id: 'failures', status: 'pass', detail } }
  const decision = failed > max ? 'block' : 'require_confirm'
  const message = `The last ${failed} calls failed; ${max} in a row are allowed.`
  const next = 'Find out why the calls fail before making another.'
  const finding: Finding = {
    decision,
    code: 'consecutive_failures',
    message,
    path: '/budget/max_consecutive_failures',
    evidence: { failed, max },
    next,
  }
  return { finding, breaks: failed > max ? 'failures' : null, check: { id: 'failures', status: 'fail', detail } }
}

function wallOf(calls: readonly ToolCall[], nowMs: number | null): number | null {
  const times = [...calls.map(({ at }) => at), nowMs].filter((at) => at !== null)
  if (times.length < 2) return null
  return times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b))
}

function burnOf(
  rates: { calls: number; nano: number },
  left: { calls: number; nano: number | null },
  wallLeftMs: number | null,
) {
  const ends = [
    rates.calls > 0 ? left.calls / rates.calls : null,
    left.nano !== null && rates.nano > 0 ? left.nano / rates.nano : null,
    wallLeftMs,
  ].filter((ms) => ms !== null)
  return {
    calls_per_min: round(rates.calls * 60_000),
    cost_per_min: round((rates.nano * 60_000) / NANO),
    exhausted_in_s: ends.length === 0 ? null : Math.max(0, Math.round(Math.min(...ends) / 1_000)),
  }
}

const round = (value: number) => Math.round(value * 1e6) / 1e6
