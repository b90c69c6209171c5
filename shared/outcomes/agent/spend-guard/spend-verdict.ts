import type { SpendAnswer, SpendPolicy } from '#shared/doors/spending.ts'
import { type Check, conclude, type Finding, type Verdict } from '#shared/engines/guard/verdict.ts'

const RULESET = 'spend/2026-11-20'

type Mode = 'reserve' | 'check' | 'commit' | 'release'
type Judged = {
  input: unknown
  mode: Mode
  intent: { amountCents: number; nonce: string | null }
  policy: SpendPolicy
  answer: SpendAnswer
}

const PROCEED: Record<Mode, string> = {
  reserve: 'Pay now, then call with mode commit and this clearance_token within 300 s.',
  check: 'Reserve the amount before you pay: this was only a look.',
  commit: 'The spend is recorded; use a new nonce for the next one.',
  release: 'The amount is free again.',
}

/** What to do about each reason to block. */
const NEXT: Record<string, string> = {
  over_ceiling: 'Wait until older spend leaves the window, spend less, or have the ceiling raised.',
  over_per_call_max: 'Split the spend only if that is really wanted, or have the limit raised.',
  payee_not_allowed: 'Do not pay this payee; ask for it to be allowed.',
  replay_conflict: 'Use a new nonce for a new intent.',
  already_committed: 'Do not pay again: this intent was carried out. Use a new nonce for a new one.',
  clearance_invalid: 'Reserve again and use the token as it comes.',
  clearance_expired: 'Reserve again; pay and commit within 300 s.',
  clearance_used: 'Reserve again for another spend.',
  amount_exceeds_clearance: 'Reserve the larger amount.',
}

/** The wire form of a spending decision, explained. Pure. */
export function spendVerdict({ input, mode, intent, policy, answer }: Judged) {
  const findings: Finding[] = answer.blocks.map(({ code, message, policy: from }) => ({
    decision: 'block',
    code,
    message: from === 'stored' ? `${message} (the stored policy of this agent)` : message,
    path: code === 'payee_not_allowed' ? '/payee' : '/amount_cents',
    evidence: { policy: from },
    next: NEXT[code],
  }))
  if (answer.replay && findings.length === 0) {
    findings.push({
      decision: 'allow',
      code: 'replay',
      message:
        'This nonce was seen with the same intent; the first clearance is given again and nothing is reserved twice.',
    })
  }
  const verdict: Verdict = conclude({
    input,
    ruleset: RULESET,
    findings,
    checks: checksOf(mode, intent, policy, answer),
    proceed: PROCEED[mode],
  })
  const { spentCents, reservedCents, ceilingCents, windowS, oldestExpiresAt } = answer.window
  const allowed = verdict.decision === 'allow'
  return {
    ...verdict,
    allowed,
    clearance_token: allowed ? answer.clearanceToken : null,
    window: {
      spent_cents: spentCents,
      reserved_cents: reservedCents,
      remaining_cents: Math.max(0, ceilingCents - spentCents - reservedCents),
      ceiling_cents: ceilingCents,
      window_seconds: windowS,
      oldest_expires_at: oldestExpiresAt,
    },
    replay: answer.replay,
    retry_after_s: answer.retryAfterS,
  }
}

function checksOf(mode: Mode, intent: Judged['intent'], policy: SpendPolicy, answer: SpendAnswer): Check[] {
  const codes = new Set<string>(answer.blocks.map(({ code }) => code))
  const of = (id: string, failing: string[], given: boolean, detail: string, missing: string): Check => {
    const failed = failing.some((code) => codes.has(code))
    if (failed) return { id, status: 'fail', detail }
    return given ? { id, status: 'pass', detail } : { id, status: 'skipped', detail: missing }
  }
  if (mode === 'commit' || mode === 'release') {
    const failed = answer.blocks.length > 0
    const what = mode === 'commit' ? 'committed' : 'given back'
    return [
      {
        id: 'clearance',
        status: failed ? 'fail' : 'pass',
        detail: failed ? (answer.blocks[0]?.message ?? '') : `the clearance was ${what}`,
      },
    ]
  }
  const { stored, request } = { stored: answer.storedPolicy, request: policy }
  const used = answer.window.spentCents + answer.window.reservedCents
  const included = answer.blocks.length === 0 && mode === 'reserve' && !answer.replay ? ', this spend included' : ''
  return [
    of(
      'replay',
      ['replay_conflict', 'already_committed'],
      intent.nonce !== null,
      answer.replay ? 'the nonce was seen before' : 'the nonce is new',
      'nonce was not given',
    ),
    of(
      'per_call_max',
      ['over_per_call_max'],
      request.perCallMaxCents !== null || (stored?.perCallMaxCents ?? null) !== null,
      `${intent.amountCents} cents against the largest single spend`,
      'per_call_max_cents was not given',
    ),
    of(
      'payee',
      ['payee_not_allowed'],
      request.allowPayees !== null || (stored?.allowPayees ?? null) !== null,
      'the payee against those allowed',
      'allow_payees was not given',
    ),
    of(
      'ceiling',
      ['over_ceiling'],
      true,
      `${used} of ${answer.window.ceilingCents} cents are used in ${answer.window.windowS} s${included}`,
      '',
    ),
    stored === null
      ? { id: 'stored_policy', status: 'skipped', detail: 'no policy is stored for this agent' }
      : {
          id: 'stored_policy',
          status: answer.blocks.some(({ policy: from }) => from === 'stored') ? 'fail' : 'pass',
          detail: `${stored.ceilingCents} cents in ${stored.windowS} s`,
        },
  ]
}
