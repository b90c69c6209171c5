import { type Check, conclude, type Finding, type Verdict } from '#shared/engines/guard/verdict.ts'
import { type AgentScore, scoreAgent } from '#shared/engines/reputation/score-agent.ts'
import type { Evidence } from '#shared/doors/agents.ts'

const RULESET = 'reputation/2026-11-20.2'
const MOST_EVIDENCE = 200
/** Whoever is better than this with 95 % certainty may be relied on; whoever is worse is not. */
const EVEN = 50

/** The wire form of a reputation, with what to make of it. Pure. */
export function reputationVerdict(
  input: { include_evidence?: boolean | undefined },
  rows: readonly Evidence[],
  asOf: Date,
) {
  const score = scoreAgent(rows, asOf)
  const findings = findingsOf(score)
  const verdict: Verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks: checksOf(score),
    proceed: 'Deal with the agent as its record suggests; large sums still deserve a limit.',
  })
  const shown = input.include_evidence === true ? score.weighed.slice(-MOST_EVIDENCE).toReversed() : []
  return {
    ...verdict,
    score: score.score,
    interval: score.interval,
    level: score.level,
    components: score.components,
    counterparties: score.counterparties,
    evidence_count: score.evidenceCount,
    discounts: score.discounts,
    disputes: score.disputes,
    first_seen: score.firstSeen?.toISOString() ?? null,
    evidence: shown.map(({ row, success, failure }) => ({
      kind: row.kind,
      at: row.at.toISOString(),
      weight: Math.round((success + failure) * 1_000) / 1_000,
      id: row.id,
    })),
  }
}

function findingsOf({ interval, level, counterparties, disputes }: AgentScore): Finding[] {
  const path = '/agent_id'
  if (level === 'unknown') {
    return [
      {
        decision: 'review',
        code: 'unknown_agent',
        message: 'Nothing is known of this agent, which is not a bad sign.',
        path,
        next: 'Start with something small, or ask the agent for attestations of others.',
      },
    ]
  }
  const found: Finding[] = []
  if (interval === null) {
    found.push({
      decision: 'review',
      code: 'too_few_counterparties',
      message: `${counterparties} independent counterparties stand behind this agent; a score needs 3.`,
      path,
      next: 'Start with something small: what is known comes from too few.',
    })
  } else if (interval.high < EVEN) {
    found.push({
      decision: 'block',
      code: 'bad_record',
      message: `Even at best (${interval.high} of 100) this agent fails more often than not.`,
      path,
      next: 'Deal with another agent.',
    })
  } else if (interval.low < EVEN) {
    found.push({
      decision: 'review',
      code: 'uncertain_record',
      message: `The record leaves it open whether this agent is reliable (${interval.low} to ${interval.high} of 100).`,
      path,
      next: 'Start with something small and check the delivery.',
    })
  }
  if (disputes.open > 0) {
    found.push({
      decision: 'review',
      code: 'open_disputes',
      message: `${disputes.open} dispute(s) about this agent are open.`,
      severity: 'medium',
      path,
      next: 'Wait for the disputes to end, or ask what they are about.',
    })
  }
  return found
}

function checksOf({ counterparties, interval, disputes, discounts }: AgentScore): Check[] {
  const rows = discounts.reduce((sum, { rows: some }) => sum + some, 0)
  return [
    {
      id: 'counterparties',
      status: counterparties >= 3 ? 'pass' : 'warn',
      detail: `${counterparties} independent counterparties; a score needs 3`,
    },
    interval === null
      ? { id: 'lower_bound', status: 'skipped', detail: 'there is no score' }
      : {
          id: 'lower_bound',
          status: interval.low >= EVEN ? 'pass' : interval.high < EVEN ? 'fail' : 'warn',
          detail: `${interval.low} to ${interval.high} of 100 with 90 % certainty`,
        },
    {
      id: 'disputes',
      status: disputes.open > 0 || disputes.lost > 0 ? 'warn' : 'pass',
      detail: `${disputes.open} open, ${disputes.lost} lost, ${disputes.won} won`,
    },
    {
      id: 'gaming',
      status: rows === 0 ? 'pass' : 'warn',
      detail:
        rows === 0
          ? 'no row was discounted'
          : `discounts on rows: ${rows} (${discounts.map(({ code }) => code).join(', ')})`,
    },
  ]
}
