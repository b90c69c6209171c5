import { instantOf } from '#shared/engines/guard/instant.ts'
import { type Check, conclude, type Finding } from '#shared/engines/guard/verdict.ts'

import type { Loop, ToolBudgetVerdict } from './budget-verdict.ts'
import { findLoops } from './find-loops.ts'
import { limitsOf } from './limits.ts'
import type { SentCall, ToolCall } from './tool-call.ts'
import { toolCall } from './tool-call.ts'

export type ToolBudget = {
  max_calls?: number | undefined
  max_cost_usd?: number | undefined
  max_per_tool?: Readonly<Record<string, number>> | undefined
  max_consecutive_failures?: number | undefined
  max_wall_s?: number | undefined
  polling?: readonly string[] | undefined
}

export type ToolBudgetQuestion = {
  calls: readonly SentCall[]
  budget?: ToolBudget | undefined
  next?: SentCall | undefined
  progress?: readonly string[] | undefined
  now?: string | undefined
}

const RULESET = 'tool-call-budget/2026-11-20'
const MANY_REPEATS = 5

/** Whether a run may make its next tool call: within its budgets, and not in a loop. */
export function judgeToolBudget(question: ToolBudgetQuestion): ToolBudgetVerdict {
  const { budget = {}, progress = [] } = question
  const done = question.calls.map((call, index) =>
    toolCall({ ...call, result_digest: call.result_digest ?? progress[index] }, index),
  )
  const next = question.next === undefined ? null : toolCall(question.next, done.length)
  const polling = new Set(budget.polling)
  const loops = findLoops([...done, ...(next === null ? [] : [next])].filter(({ tool }) => !polling.has(tool)))
  const { limits, used, remaining, projected, burn } = limitsOf({ done, next, budget, nowMs: instantOf(question.now) })
  const cached = next === null || polling.has(next.tool) ? undefined : earlierOf(next, done)
  const verdict = conclude({
    input: question,
    ruleset: RULESET,
    findings: [...limits.flatMap(({ finding }) => finding ?? []), ...loopFindings(loops)],
    checks: [...limits.map(({ check }) => check), loopCheck(loops, done), progressCheck(done)],
    proceed: 'Make the next call.',
  })
  return {
    ...verdict,
    used,
    remaining,
    loops: loops.slice(0, 100),
    projected,
    burn,
    suggestion: suggestionOf(cached, loops),
  }
}

/** An earlier call with the same tool and arguments that did not fail. */
const earlierOf = (next: ToolCall, done: readonly ToolCall[]) =>
  done.findLast(({ key, ok }) => key === next.key && ok !== false)

const named = (tools: readonly string[]) =>
  tools
    .slice(0, 6)
    .map((tool) => JSON.stringify(tool.slice(0, 60)))
    .join(', ')

const says: Record<Loop['kind'], (loop: Loop) => string> = {
  exact_repeat: ({ tools, repeats }) => `${named(tools)} is called ${repeats} times with the same arguments.`,
  near_repeat: ({ tools, repeats }) => `${named(tools)} is called ${repeats} times with nearly the same arguments.`,
  cycle: ({ tools, repeats, length }) =>
    `The run repeats ${length} calls (${named(tools)}), ${repeats} times in a row.`,
  ping_pong: ({ tools, repeats }) => `${named(tools)} goes to and fro between two inputs, ${repeats} times in a row.`,
  no_progress: ({ length }) => `${length} calls brought no result that was not seen before.`,
}

/** One reason a kind, the worst of it; a loop that is over asks for a look only. */
function loopFindings(loops: readonly Loop[]): Finding[] {
  return [...Map.groupBy(loops, ({ kind }) => kind).values()].map((same) => {
    const worst = same.reduce((a, b) => ((Number(b.active) - Number(a.active) || b.repeats - a.repeats) > 0 ? b : a))
    const decision = !worst.active ? 'review' : worst.repeats >= MANY_REPEATS ? 'block' : 'require_confirm'
    return {
      decision,
      code: `loop_${worst.kind}`,
      message: says[worst.kind](worst),
      path: `/calls/${worst.first_index}`,
      evidence: { ...worst, loops: same.length },
      next: worst.active
        ? 'Stop repeating; use the results at hand, change the approach or ask for help.'
        : 'Look at what the repeated calls were for.',
    }
  })
}

function loopCheck(loops: readonly Loop[], done: readonly ToolCall[]): Check {
  const missing = done.filter(({ args, key }) => args === undefined && key.endsWith(NO_ARGS)).length
  const note = missing === 0 ? '' : `; ${missing} call(s) show no arguments and count as alike`
  const status = loops.some(({ active }) => active) ? 'fail' : loops.length > 0 ? 'warn' : 'pass'
  return { id: 'loops', status, detail: `${loops.length} loop(s) found${note}` }
}

// The end of the key of a call whose arguments are null or absent.
const NO_ARGS = toolCall({ tool: '' }, 0).key.slice(JSON.stringify(['']).length)

function progressCheck(done: readonly ToolCall[]): Check {
  const known = done.filter(({ result }) => result !== undefined).length
  if (known === 0) return { id: 'progress', status: 'skipped', detail: 'neither result_digest nor progress was given' }
  return { id: 'progress', status: 'pass', detail: `${known} of ${done.length} results are known` }
}

function suggestionOf(cached: ToolCall | undefined, loops: readonly Loop[]): string | null {
  if (cached !== undefined)
    return cached.key.endsWith(NO_ARGS)
      ? `Call ${cached.index} was of the same tool and neither shows arguments; if they are the same, use its result.`
      : `The result of call ${cached.index} has the same arguments; use it instead of calling again.`
  const loop = loops.find(({ active }) => active)
  if (loop === undefined) return null
  if (loop.kind === 'exact_repeat') return `Use the result of call ${loop.first_index}; it has the same arguments.`
  if (loop.kind === 'no_progress') return 'Take another tool or other arguments: the last results were all seen before.'
  return `Leave the loop that begins at call ${loop.first_index}: take another tool, or end the task with what is known.`
}
