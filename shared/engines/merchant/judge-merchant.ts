import { conclude, type Check, type Finding } from '../guard/verdict.ts'
import { judgePayto } from '../payto/judge-payto.ts'
import { readSample } from '../payto/read-sample.ts'
import type { MerchantFacts } from './collect-merchant.ts'
import { hardRejects } from './hard-rejects.ts'
import { merchantPrice } from './merchant-price.ts'
import { merchantSignals, type Signal } from './merchant-signals.ts'
import { read402 } from './read-402.ts'
import { scanMerchantText } from './scan-merchant-text.ts'

export type Sensitivity = 'low' | 'medium' | 'high'
export const legitWords = ['proceed', 'probe_cheap', 'reject'] as const
type Word = (typeof legitWords)[number]

export type LegitAsked = {
  input: unknown
  maxUsdc: number | undefined
  expectedPayto: string | undefined
  sensitivity: Sensitivity
  nowMs: number
}

const RULESET = 'merchant-legit/2026-11-20'
const START = 50
/** From where on a score is enough, and below which it is not even worth a cheap try. */
const THRESHOLDS: Readonly<Record<Sensitivity, { proceed: number; reject: number }>> = {
  low: { proceed: 45, reject: 20 },
  medium: { proceed: 60, reject: 30 },
  high: { proceed: 75, reject: 45 },
}
const PROBE_USDC = 0.05

/** Judges whether to pay a merchant: by hard rejects first, else by points from a table that the answer shows. */
export function judgeMerchant(facts: MerchantFacts, asked: LegitAsked) {
  const { input, maxUsdc, expectedPayto, sensitivity, nowMs } = asked
  const [first = null] = facts.samples
  const read = read402(first)
  const price = merchantPrice(read)
  const payto = judgePayto({
    input,
    samples: facts.samples.map((probe) => ({
      status: probe?.status ?? null,
      options: probe === null ? null : readSample(probe.status, probe.headers, Buffer.from(probe.body)),
    })),
    expected: expectedPayto === undefined ? [] : [expectedPayto],
    history: facts.history,
    declared: null,
    nowMs,
  })
  const injection = first === null ? null : scanMerchantText(first, read)
  const overBudget = price !== null && maxUsdc !== undefined && price.usd > maxUsdc
  const rejects = hardRejects({ facts, read, payto, injection, overBudget, price: price?.usd ?? null, maxUsdc })
  const { signals, unknowns } = merchantSignals(facts, read)
  const score = Math.min(100, Math.max(0, START + signals.reduce((sum, { points }) => sum + points, 0)))
  const verdict = wordOf(rejects, score, sensitivity)
  const verdictFields = conclude({
    input,
    ruleset: RULESET,
    findings: [...rejects, ...findingsOf(signals, verdict, rejects, { score, sensitivity })],
    checks: checksOf(signals, unknowns, payto.verdict.checks, score),
    proceed: 'Pay the cheapest option, to the address in payto and no other.',
  })
  return {
    ...verdictFields,
    decision: verdict,
    verdict,
    safe_to_pay: verdict === 'proceed' && price !== null && !overBudget,
    score,
    price_usdc: price?.usd ?? null,
    over_budget: overBudget,
    signals,
    payto: {
      address_by_network: Object.fromEntries(
        [...payto.networks].map(([network, { addresses }]) => [network, addresses]),
      ),
      matches_expected: payto.matches,
      stable: payto.stable,
      observations: facts.history?.observations ?? 0,
    },
    probe_plan: verdict === 'probe_cheap' ? planOf(price?.usd ?? null, maxUsdc) : null,
    unknowns,
  }
}

function wordOf(rejects: readonly Finding[], score: number, sensitivity: Sensitivity): Word {
  if (rejects.length > 0 || score < THRESHOLDS[sensitivity].reject) return 'reject'
  return score >= THRESHOLDS[sensitivity].proceed ? 'proceed' : 'probe_cheap'
}

const SEVERITY = { reject: 'high', probe_cheap: 'medium', proceed: 'info' } as const

/** Findings for what lowered the score, and for the score itself where it decides. */
function findingsOf(
  signals: readonly Signal[],
  verdict: Word,
  rejects: readonly Finding[],
  { score, sensitivity }: { score: number; sensitivity: Sensitivity },
): Finding[] {
  const lowering = signals
    .filter(({ points }) => points < 0)
    .map(({ id, evidence }): Finding => ({
      decision: verdict === 'proceed' ? 'allow' : 'review',
      code: id,
      severity: 'low',
      message: evidence,
    }))
  if (verdict === 'proceed' || rejects.length > 0) return lowering
  const { proceed, reject } = THRESHOLDS[sensitivity]
  const byScore: Finding = {
    decision: verdict === 'reject' ? 'block' : 'review',
    code: verdict === 'reject' ? 'low_score' : 'too_little_known',
    severity: SEVERITY[verdict],
    message: `its score is ${score}; ${sensitivity} sensitivity proceeds from ${proceed} on and rejects below ${reject}`,
    next:
      verdict === 'reject' ? 'Do not pay; take another merchant.' : 'Make one cheap payment first, within probe_plan.',
  }
  return [byScore, ...lowering]
}

function checksOf(
  signals: readonly Signal[],
  unknowns: readonly string[],
  payto: readonly Check[],
  score: number,
): Check[] {
  return [
    ...payto,
    ...signals.map(({ id, points, evidence }): Check => ({
      id,
      status: points < 0 ? 'warn' : 'pass',
      detail: evidence,
    })),
    ...unknowns.map((id): Check => ({
      id,
      status: 'skipped',
      detail: 'it could not be learnt, and counts for nothing',
    })),
    { id: 'score', status: 'pass', detail: `${START} and the points of the signals: ${score}` },
  ]
}

function planOf(price: number | null, maxUsdc: number | undefined) {
  const most = Math.min(PROBE_USDC, price ?? PROBE_USDC, maxUsdc ?? PROBE_USDC)
  return {
    max_usdc: most,
    steps: [
      `Pay once, at most ${most} USDC, for something that is not secret.`,
      'Look whether it delivers, and whether the receipt names the address in payto.',
      'Then call this again: own payments and observations count.',
    ],
  }
}
