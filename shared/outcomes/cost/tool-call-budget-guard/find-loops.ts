import type { Loop } from './budget-verdict.ts'
import { nearRepeats } from './near-repeats.ts'
import type { ToolCall } from './tool-call.ts'

const LONGEST_PERIOD = 6
const ROUNDS = 3
const EXACT = 3
/** Twice is enough when the first gave the very same result. */
const EXACT_SAME_RESULT = 2
const NO_PROGRESS = 8
/** A loop whose last call lies further back is over. */
const RECENT = 10

/**
 * Loops in a run, those that matter most first: cycles at the end, calls repeated as they were or almost so, and calls
 * that bring nothing new. `calls` are in order, without tools that may poll, and may end with the planned one.
 */
export function findLoops(calls: readonly ToolCall[]): Loop[] {
  const cycle = tailCycle(calls)
  const inCycle = new Set(cycle === null ? [] : calls.slice(cycle.from).map(({ key }) => key))
  const recent = (calls.at(-1)?.index ?? 0) - RECENT
  const found = [
    ...(cycle === null ? [] : [cycle.loop]),
    ...exactRepeats(calls, inCycle),
    ...nearRepeats(calls),
    ...noProgress(calls),
  ]
  return found
    .map(({ last, ...loop }) => ({ ...loop, active: last > recent }))
    .sort((a, b) => Number(b.active) - Number(a.active))
}

export type Found = Omit<Loop, 'active'> & { last: number }

/** The smallest period of 2 to 6 calls that the run ends with three times over; two calls of one tool are a ping-pong. */
function tailCycle(calls: readonly ToolCall[]): { from: number; loop: Found } | null {
  const end = calls.length
  // One call over and over has period 1: an exact repeat.
  if (end > 1 && calls[end - 1]?.key === calls[end - 2]?.key) return null
  for (let period = 2; period <= LONGEST_PERIOD; period += 1) {
    let equal = 0
    while (end - 1 - equal - period >= 0 && calls[end - 1 - equal]?.key === calls[end - 1 - equal - period]?.key)
      equal += 1
    const repeats = Math.floor((equal + period) / period)
    if (repeats < ROUNDS) continue
    const from = end - repeats * period
    const round = calls.slice(from, from + period)
    const tools = [...new Set(round.map(({ tool }) => tool))]
    const kind = period === 2 && tools.length === 1 ? 'ping_pong' : 'cycle'
    const [first, last] = [round[0]?.index ?? 0, calls[end - 1]?.index ?? 0]
    return { from, loop: { kind, tools, length: period, repeats, first_index: first, last } }
  }
  return null
}

function exactRepeats(calls: readonly ToolCall[], inCycle: ReadonlySet<string>): Found[] {
  return [...Map.groupBy(calls, ({ key }) => key).values()].flatMap((same) => {
    const [first, second] = same
    if (first === undefined || second === undefined || inCycle.has(first.key)) return []
    const results = same.map(({ result }) => result).filter((result) => result !== undefined)
    // Repeating a call with a new result each time is polling, not a loop.
    if (results.length > 1 && new Set(results).size === results.length) return []
    const isSameResult = first.ok !== false && first.result !== undefined && first.result === second.result
    if (same.length < (isSameResult ? EXACT_SAME_RESULT : EXACT)) return []
    const last = same.at(-1)?.index ?? first.index
    return [
      {
        kind: 'exact_repeat' as const,
        tools: [first.tool],
        length: 1,
        repeats: same.length,
        first_index: first.index,
        last,
      },
    ]
  })
}

/** Calls at the end none of which gave a result that was not seen before; one without a known result ends the search. */
function noProgress(calls: readonly ToolCall[]): Found[] {
  const done = calls.filter(({ result }) => result !== undefined)
  const seen = new Set<string | undefined>()
  let since = 0
  done.forEach(({ result }, at) => {
    if (!seen.has(result)) since = at + 1
    seen.add(result)
  })
  const stale = done.slice(since)
  const [first, last] = [stale[0], stale.at(-1)]
  if (stale.length < NO_PROGRESS || first === undefined || last === undefined) return []
  const tools = [...new Set(stale.map(({ tool }) => tool))].slice(0, 20)
  const repeats = Math.floor(stale.length / NO_PROGRESS)
  return [{ kind: 'no_progress', tools, length: stale.length, repeats, first_index: first.index, last: last.index }]
}
