import type { CountedMessage } from './count-message.ts'

export type TrimStep = {
  index: number
  action: 'drop' | 'summarize' | 'truncate' | 'dedupe'
  saves_tokens: number
  reason: string
}

/** A message with all its tokens, and a digest of its role and content to know copies by. */
export type TrimMessage = Pick<CountedMessage, 'index' | 'role' | 'kind'> & { tokens: number; digest: string }

/** What is left of a long tool result that is cut, and of a copy that points at the other. */
const RESULT_KEPT = 200
const POINTER = 12
const LONG_RESULT = 1_000

/**
 * What to take out of a conversation to save `excess` tokens, cheapest loss first: copies, then old long tool results,
 * then the oldest turns, each only while it does not fit yet. System messages and the last user message stay. A tool
 * call goes together with its results, as providers refuse one without the other.
 */
export function trimPlan(messages: readonly TrimMessage[], excess: number): TrimStep[] {
  const plan = new Map<number, TrimStep>()
  let missing = excess
  const take = (step: TrimStep) => {
    missing -= step.saves_tokens - (plan.get(step.index)?.saves_tokens ?? 0)
    plan.set(step.index, step)
  }
  const lastUser = messages.findLastIndex(({ kind }) => kind === 'user')
  const lastResult = messages.findLastIndex(({ kind }) => kind === 'tool_result')
  const isKept = ({ kind, index }: TrimMessage) =>
    kind === 'system' || index === lastUser || (index === lastResult && lastResult > lastUser)

  const newest = new Map(messages.map(({ digest, index }) => [digest, index]))
  for (const message of messages) {
    if (missing <= 0) break
    const { index, kind, tokens } = message
    const copy = newest.get(message.digest) ?? index
    // A call that is repeated is another call; only its words are the same.
    if (copy === index || kind === 'tool_call' || isKept(message)) continue
    const saves_tokens = kind === 'tool_result' ? tokens - POINTER : tokens
    const reason = `Message ${copy} says the same${kind === 'tool_result' ? '; leave a pointer to it' : ''}.`
    if (saves_tokens > 0) take({ index, action: 'dedupe', saves_tokens, reason })
  }

  for (const { kind, tokens, index } of messages) {
    if (missing <= 0) break
    if (kind !== 'tool_result' || index === lastResult || tokens <= LONG_RESULT || plan.has(index)) continue
    const reason = `An old tool result of ${tokens} tokens; keep its head and end (${RESULT_KEPT} tokens).`
    take({ index, action: 'truncate', saves_tokens: tokens - RESULT_KEPT, reason })
  }

  for (const turn of turnsOf(messages)) {
    if (missing <= 0) break
    if (turn.some(isKept)) continue
    const reason = turn.length > 1 ? 'An old tool call, with its results.' : 'One of the oldest turns.'
    for (const { index, tokens } of turn) {
      if (plan.get(index)?.saves_tokens === tokens) continue
      take({ index, action: 'drop', saves_tokens: tokens, reason })
    }
  }
  return [...plan.values()].sort((a, b) => a.index - b.index)
}

/** Messages that stand or fall together: a tool call with the results that follow it, anything else alone. */
function turnsOf(messages: readonly TrimMessage[]): TrimMessage[][] {
  const turns: TrimMessage[][] = []
  for (const message of messages) {
    const open = turns.at(-1)
    if (message.kind === 'tool_result' && open !== undefined && open[0]?.kind === 'tool_call') open.push(message)
    else turns.push([message])
  }
  return turns
}
