import { conclude, type Check, type Finding } from '#shared/engines/guard/verdict.ts'
import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { type Catalog, paymentPlans, type Plan } from './plans.ts'
import { MICRO_PER_CENT, microOf, priceLines, type PlannedCall, type Line } from './price-lines.ts'

type Asked = {
  planned: readonly (string | PlannedCall)[]
  maxUsdc: number | undefined
  priceTable: Readonly<Record<string, number>>
  balanceCents: number | undefined
  trial: boolean
  input: unknown
}

const RULESET = 'cost-estimate/2026-11-20'
const TRIAL_CENTS = 15
const TRIAL_CALL_CENTS = 10

/** Prices a plan of calls, holds it against a budget, and finds the cheapest way to pay for it. */
export function estimateCost(asked: Asked, catalog: Catalog) {
  const lines = priceLines(asked.planned, asked.priceTable, catalog)
  const unknown = [...new Set(lines.filter(({ known }) => !known).map(({ slug }) => slug))]
  const total = lines.reduce((sum, { micro }) => sum + (micro ?? 0n), 0n)
  const plans = paymentPlans(lines, catalog)
  const best = plans.reduce((cheapest, plan) => (plan.total_micro < cheapest.total_micro ? plan : cheapest))
  const budget = asked.maxUsdc === undefined ? null : microOf(asked.maxUsdc)
  const findings = judge({ total, best, budget, unknown, asked })
  const trial = asked.trial ? trialOf(lines, total) : null
  const verdict = conclude({
    input: asked.input,
    ruleset: RULESET,
    findings: [...findings, ...ofTrial(trial)],
    checks: checksOf({ total, best, budget, unknown, asked, trial }),
    proceed: nextStep(best),
  })
  const short = budget === null || best.total_micro <= budget ? null : best.total_micro - budget
  return {
    ...verdict,
    decision: WORDS[verdict.decision],
    total_usdc: humanAmount(total, 6),
    total_cents: Number((total + MICRO_PER_CENT - 1n) / MICRO_PER_CENT),
    lines: lines.map(({ slug, qty, unit, price_source, known }) => ({
      slug,
      qty,
      price_source,
      known,
      unit_cents: unit === null ? null : centsOf(unit),
      subtotal_cents: unit === null ? null : centsOf(unit * BigInt(qty)),
    })),
    unknown,
    within_budget: budget === null ? null : total <= budget,
    shortfall_usdc: short === null ? null : humanAmount(short, 6),
    options: plans.map(shown),
    best: shown(best),
    trial,
  }
}

const WORDS = { allow: 'go', review: 'review', require_confirm: 'review', block: 'no-go' } as const

/** Cents with the part of a cent that a foreign price may have. */
const centsOf = (micro: bigint) => Number(micro) / Number(MICRO_PER_CENT)

const shown = ({ plan, cost_micro, covers, uncovered_micro, total_micro, saves_micro }: Plan) => ({
  plan,
  cost_cents: centsOf(cost_micro),
  covers: [...covers],
  uncovered_cents: centsOf(uncovered_micro),
  total_cents: centsOf(total_micro),
  saves_cents: centsOf(saves_micro),
})

type Judged = { total: bigint; best: Plan; budget: bigint | null; unknown: readonly string[]; asked: Asked }

function judge({ total, best, budget, unknown, asked }: Judged): Finding[] {
  const findings: Finding[] = unknown.map((slug) => ({
    decision: 'review',
    code: 'unknown_price',
    message: `${slug} has no price in the catalog, the table or the call; it is not counted.`,
    path: '/planned_calls',
    evidence: { slug },
    next: 'Give the unknown calls a price, or take them out of the plan.',
  }))
  if (budget !== null && best.total_micro > budget)
    findings.push({
      decision: 'block',
      code: 'over_budget',
      message: `The cheapest way costs ${humanAmount(best.total_micro, 6)} USDC, ${humanAmount(best.total_micro - budget, 6)} over the budget.`,
      path: '/max_usdc',
      next: 'Raise the budget, or plan fewer calls.',
    })
  else if (budget !== null && total > budget)
    findings.push({
      decision: 'review',
      code: 'fits_only_by_plan',
      message: `Paid call by call it is ${humanAmount(total, 6)} USDC, over the budget; ${best.plan} fits.`,
      path: '/max_usdc',
      next: nextStep(best),
    })
  const balance = asked.balanceCents === undefined ? null : BigInt(asked.balanceCents) * MICRO_PER_CENT
  if (balance !== null && balance < total)
    findings.push({
      decision: 'review',
      code: 'balance_too_low',
      message: `The key has ${asked.balanceCents} cents, the plan needs ${humanAmount(total, 6)} USDC.`,
      path: '/balance_cents',
      next: 'Top the key up before starting.',
    })
  return findings
}

const nextStep = ({ plan }: Plan) =>
  plan === 'per_call'
    ? 'Start the calls and pay each.'
    : `Buy ${plan.replaceAll('_', ' ')} first, then start the calls.`

function trialOf(lines: readonly Line[], total: bigint) {
  const cap = BigInt(TRIAL_CALL_CENTS) * MICRO_PER_CENT
  const refused = [...new Set(lines.filter(({ unit }) => unit !== null && unit > cap).map(({ slug }) => slug))]
  return { fits: refused.length === 0 && total <= BigInt(TRIAL_CENTS) * MICRO_PER_CENT, refused }
}

const ofTrial = (trial: { fits: boolean; refused: string[] } | null): Finding[] =>
  trial === null || trial.fits
    ? []
    : [
        {
          decision: 'review',
          code: 'trial_does_not_fit',
          message:
            trial.refused.length > 0
              ? `A trial key refuses calls over ${TRIAL_CALL_CENTS} cents: ${trial.refused.join(', ')}.`
              : `A trial key has ${TRIAL_CENTS} cents in all.`,
          path: '/trial',
          next: 'Fund a key or buy a pass for the rest.',
        },
      ]

type Checked = Judged & { trial: { fits: boolean } | null }

function checksOf({ total, best, budget, unknown, asked, trial }: Checked): Check[] {
  const skipped = (id: string, what: string): Check => ({ id, status: 'skipped', detail: `${what} was not given` })
  const fits = (id: string, isFit: boolean, detail: string): Check => ({ id, status: isFit ? 'pass' : 'fail', detail })
  return [
    {
      id: 'prices',
      status: unknown.length === 0 ? 'pass' : 'warn',
      detail: unknown.length === 0 ? 'every call has a price' : `${unknown.length} slugs have none`,
    },
    budget === null
      ? skipped('budget', 'max_usdc')
      : fits(
          'budget',
          best.total_micro <= budget,
          `${humanAmount(best.total_micro, 6)} of ${humanAmount(budget, 6)} USDC by ${best.plan}`,
        ),
    asked.balanceCents === undefined
      ? skipped('balance', 'balance_cents')
      : fits('balance', BigInt(asked.balanceCents) * MICRO_PER_CENT >= total, `${asked.balanceCents} cents on the key`),
    trial === null
      ? skipped('trial', 'trial')
      : fits('trial', trial.fits, trial.fits ? 'fits a trial key' : 'does not fit a trial key'),
  ]
}
