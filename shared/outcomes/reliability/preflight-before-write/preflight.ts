import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { agentStateRuleset, judgeAgentState } from '#shared/engines/guard/agent-state.ts'
import type { AgentStateVerdict } from '#shared/engines/guard/agent-state-verdict.ts'
import type { IdempotencyVerdict } from '#shared/engines/guard/idempotency-verdict.ts'
import { judgeIdempotency } from '#shared/engines/guard/idempotency.ts'
import { agentStateQuestion, clockOf, idempotencyQuestion, judgeWithoutState } from './preflight-questions.ts'
import type { PreflightQuestion } from './preflight-questions.ts'
import type { GuardName, preflightDecisions } from './preflight-verdict.ts'
import { conclude, decisions, riskScore, severities, worstOf } from '#shared/engines/guard/verdict.ts'
import type { Check, Reason, Verdict } from '#shared/engines/guard/verdict.ts'

const wordOf = { allow: 'go', review: 'review', require_confirm: 'require_confirm', block: 'no-go' } as const
const ownRulesDate = '2026-11-20'

type Part = { guard: GuardName; verdict: Verdict }
type SkippedGuard = { status: 'skipped'; why: string }

type PreflightVerdict<Destructive extends Verdict> = Omit<Verdict, 'decision' | 'reasons'> & {
  decision: (typeof preflightDecisions)[number]
  verdict: 'go' | 'no-go'
  reasons: (Reason & { guard: GuardName })[]
  guards: { agent_state: AgentStateVerdict | SkippedGuard; idempotency: IdempotencyVerdict; destructive: Destructive }
  blocking_guard: GuardName | null
  decision_id: string
}

/**
 * One decision from three guards: the worst of theirs. `destructive` is the third one's verdict, made by its own engine;
 * `body` is what the caller sent, for the digest.
 */
export async function judgePreflight<Destructive extends Verdict>(
  question: PreflightQuestion,
  destructive: Destructive,
  body: unknown = question,
): Promise<PreflightVerdict<Destructive>> {
  const clock = clockOf(question)
  const { current_state } = question
  const idempotency = judgeIdempotency(idempotencyQuestion(question), clock.now)
  const agentState =
    current_state === undefined ? null : await judgeAgentState(agentStateQuestion(question, current_state), clock.now)
  const stateless = conclude({ input: body, ruleset: agentStateRuleset, ...judgeWithoutState(question) })
  const parts: Part[] = [
    { guard: 'agent_state', verdict: agentState ?? stateless },
    { guard: 'idempotency', verdict: idempotency },
    { guard: 'destructive', verdict: destructive },
  ]

  const worst = worstOf(parts.map(({ verdict }) => verdict.decision))
  const deciding = parts.find(({ verdict }) => verdict.decision === worst)
  const decision = wordOf[worst]
  const reasons = mergedReasons(parts)
  const ruleset = `preflight/${latestDate(parts)}`
  const { input_digest } = stateless
  return {
    decision,
    verdict: decision === 'go' ? 'go' : 'no-go',
    reasons,
    checks: [clock.check, ...parts.flatMap(checksOf)],
    risk_score: riskScore(reasons),
    next_action:
      (worst === 'allow' ? undefined : deciding?.verdict.next_action) ??
      'Run the action now, on exactly this state and with this key.',
    input_digest,
    ruleset,
    guards: {
      agent_state: agentState ?? { status: 'skipped', why: 'current_state was not given' },
      idempotency,
      destructive,
    },
    blocking_guard: worst === 'block' ? (deciding?.guard ?? null) : null,
    decision_id: `dec_${sha256Hex(input_digest + ruleset).slice(0, 24)}`,
  }
}

/** Every guard's reasons, worst first; where two weigh the same, that of the guard that asks for more comes first. */
function mergedReasons(parts: readonly Part[]) {
  return parts
    .toSorted((a, b) => decisions.indexOf(b.verdict.decision) - decisions.indexOf(a.verdict.decision))
    .flatMap(({ guard, verdict }) => verdict.reasons.map((reason) => ({ ...reason, guard })))
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
}

const checksOf = ({ guard, verdict }: Part): Check[] =>
  verdict.checks.map((check) => ({ ...check, id: `${guard}.${check.id}` }))

/** The combined rules are as new as the newest of their parts, so a changed rule changes the decision's id. */
const latestDate = (parts: readonly Part[]) =>
  [ownRulesDate, ...parts.map(({ verdict }) => verdict.ruleset.split('/')[1] ?? '')].reduce((latest, date) =>
    date > latest ? date : latest,
  )
