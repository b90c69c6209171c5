import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { judgePayto } from '#shared/engines/payto/judge-payto.ts'
import { readSample } from '#shared/engines/payto/read-sample.ts'
import { roundUpToCents } from '#shared/engines/x402/networks/amount.ts'
import { readOptions, type Options } from '#shared/engines/x402/payment-required/read-options.ts'
import { selectOption } from '#shared/engines/x402/payment-required/select-option.ts'
import { collectMerchant, type MerchantFacts } from '#shared/engines/merchant/collect-merchant.ts'
import { judgeMerchant } from '#shared/engines/merchant/judge-merchant.ts'
import { judgeRails } from '#shared/engines/merchant/judge-rails.ts'
import { judgeReadiness, type StepEnd } from './judge-readiness.ts'
import { read402 } from '#shared/engines/merchant/read-402.ts'

export type ReadinessAsked = {
  input: unknown
  url: string
  agentId: string
  amountCents: number | undefined
  ceilingCents: number
  windowS: number
  accepts: readonly unknown[] | undefined
  expectedPayto: string | undefined
  maxUsdc: number | undefined
}

const Spend = z.object({
  decision: z.enum(['allow', 'block']),
  clearance_token: z.string().nullable(),
  reasons: z.array(z.object({ code: z.string(), message: z.string() })),
})

/**
 * Every check before a first payment, over one shared set of probes: legitimacy, payTo and rails, then the budget, which is
 * reserved only where all of these pass, and a receipt over what was found where it was.
 */
export async function checkReadiness(ctx: OutcomeContext, asked: ReadinessAsked) {
  const began = ctx.now().getTime()
  const facts = await ctx.step('probe', () => collectMerchant(ctx, { url: asked.url, method: 'auto' }))
  const options = optionsOf(facts, asked.accepts)
  const selected = selectOption({
    options,
    wallets: undefined,
    prefer: [],
    maxUsd: asked.maxUsdc,
    allowTestnet: false,
    schemes: ['exact'],
    input: null,
  })
  const amountCents = asked.amountCents ?? centsOf(options, selected.selected_index)
  const spent = ctx.now().getTime() - began
  const parts = [legitStep(facts, asked, ctx), paytoStep(facts, asked, ctx), railsStep(options, selected)]
  // Where a part fails nothing is held: the budget is only looked at.
  const passes = parts.every(({ status }) => status !== 'fail')
  const budget = await spendStep(ctx, asked, amountCents, passes ? 'reserve' : 'check')
  const steps = [...parts.map((part) => ({ ...part, tookMs: part.tookMs + spent })), budget]
  const isReserved = passes && budget.status === 'pass'
  const receipt = isReserved ? await receiptOf(ctx, asked, steps) : null
  const receiptEnd: StepEnd = {
    step: 'receipt',
    slug: 'action-receipt',
    status: receipt === null ? 'skipped' : 'pass',
    decision: receipt === null ? null : 'minted',
    tookMs: 0,
    result: receipt,
    reasons: [],
  }
  const [first = null] = facts.samples
  return {
    facts,
    probedAt: first?.fetchedAt ?? null,
    judged: judgeReadiness(asked.input, [...steps, receiptEnd]),
    selected: isReserved ? selected.selected : null,
    clearanceToken: isReserved ? budget.clearance : null,
    receipt,
    amountCents,
  }
}

function optionsOf(facts: MerchantFacts, accepts: readonly unknown[] | undefined): Options {
  const none: Options = { entries: [], options: [], version: null }
  if (accepts !== undefined) return readOptions([...accepts]) ?? none
  return read402(facts.samples[0] ?? null)?.options ?? none
}

/** US cents of the option that would be paid, rounded up; null where there is none in a dollar token. */
function centsOf({ options }: Options, index: number | null): number | null {
  const option = index === null ? undefined : options[index]
  if (!option?.token?.isUsd || option.amount === null) return null
  return Math.max(1, Number(roundUpToCents(BigInt(option.amount), option.token.decimals)))
}

function legitStep(facts: MerchantFacts, asked: ReadinessAsked, { now }: Pick<OutcomeContext, 'now'>): StepEnd {
  const judged = judgeMerchant(facts, {
    input: asked.input,
    maxUsdc: asked.maxUsdc,
    expectedPayto: asked.expectedPayto,
    sensitivity: 'medium',
    nowMs: now().getTime(),
  })
  return {
    step: 'legit',
    slug: 'merchant-legit-gate',
    status: judged.verdict === 'proceed' ? 'pass' : 'fail',
    decision: judged.verdict,
    tookMs: 0,
    result: judged,
    reasons: judged.reasons.filter(({ severity }) => severity !== 'info' && severity !== 'low'),
  }
}

function paytoStep(facts: MerchantFacts, asked: ReadinessAsked, { now }: Pick<OutcomeContext, 'now'>): StepEnd {
  const { verdict, matches, stable } = judgePayto({
    input: asked.input,
    samples: facts.samples.map((probe) => ({
      status: probe?.status ?? null,
      options: probe === null ? null : readSample(probe.status, probe.headers, Buffer.from(probe.body)),
    })),
    expected: asked.expectedPayto === undefined ? [] : [asked.expectedPayto],
    history: facts.history,
    declared: null,
    nowMs: now().getTime(),
  })
  const isGood = verdict.decision !== 'block' && (stable || matches === true)
  const reasons = verdict.reasons.filter(({ severity }) => severity !== 'info')
  return {
    step: 'payto',
    slug: 'stable-payto-check',
    status: !isGood ? 'fail' : verdict.decision === 'review' ? 'warn' : 'pass',
    decision: verdict.decision,
    tookMs: 0,
    result: { decision: verdict.decision, reasons: verdict.reasons, stable, matches },
    reasons,
  }
}

function railsStep(options: Options, selected: ReturnType<typeof selectOption>): StepEnd {
  const { report, rails, price_parity: parity } = judgeRails(options)
  const { decision, findings } = report.conclude(null)
  const canPay = selected.selected !== null
  return {
    step: 'rails',
    slug: 'accepts-dual-rail-check',
    status: !canPay ? 'fail' : decision === 'go' ? 'pass' : 'warn',
    decision: canPay ? decision : 'no-go',
    tookMs: 0,
    result: { decision, rails, parity, ranking: selected.ranking },
    reasons: canPay ? findings.filter(({ severity }) => severity !== 'info') : selected.reasons,
  }
}

async function spendStep(
  ctx: OutcomeContext,
  asked: ReadinessAsked,
  amountCents: number | null,
  mode: 'check' | 'reserve',
): Promise<StepEnd & { clearance: string | null }> {
  const end = { step: 'spend', slug: 'spend-guard', tookMs: 0, clearance: null } as const
  if (amountCents === null)
    return {
      ...end,
      status: 'fail',
      decision: null,
      result: null,
      reasons: [{ code: 'amount_unknown', message: 'amount_cents was not given, and there is no price in dollars' }],
    }
  // The price found is held against max_usdc exactly, where the option was selected: its cents are rounded up.
  const [given, most] = [asked.amountCents, asked.maxUsdc]
  if (given !== undefined && most !== undefined && given * 10_000 > Math.round(most * 1_000_000))
    return {
      ...end,
      status: 'fail',
      decision: 'block',
      result: null,
      reasons: [{ code: 'over_max_usdc', message: `${amountCents} cents are more than max_usdc` }],
    }
  const began = ctx.now().getTime()
  const body = {
    agent_id: asked.agentId,
    amount_cents: amountCents,
    payee: new URL(asked.url).origin.slice(0, 200),
    purpose: 'wallet-readiness-pack',
    ceiling_cents: asked.ceilingCents,
    window_seconds: asked.windowS,
    mode,
  }
  const answer = Spend.parse(await ctx.call('spend-guard', body, `spend-${mode}`))
  return {
    ...end,
    status: answer.decision === 'allow' ? 'pass' : 'fail',
    decision: answer.decision,
    tookMs: ctx.now().getTime() - began,
    // A token is nobody's business but the caller's.
    result: { decision: answer.decision, reasons: answer.reasons },
    reasons: answer.reasons,
    clearance: answer.clearance_token,
  }
}

/** A signed receipt over the digests of all parts. What was reserved is given back by its own time when there is none. */
async function receiptOf(
  ctx: OutcomeContext,
  asked: ReadinessAsked,
  steps: readonly StepEnd[],
): Promise<Record<string, unknown>> {
  const digests = steps.map(({ step, status, result }) => ({ step, status, digest: digestOf(result) }))
  const request = {
    agent_id: asked.agentId,
    action: 'wallet-readiness:ready',
    payload_digest: digestOf(digests),
    decision_ref: 'wallet-readiness/2026-11-20',
  }
  const receipt = await ctx.call('action-receipt', request)
  if (typeof receipt !== 'object' || receipt === null)
    throw new Refusal('internal', 'The receipt came in a form that is not read.')
  return { ...receipt }
}
