import { type Check, conclude, type Finding } from '#shared/engines/guard/verdict.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import type { BudgetVerdict } from './budget-verdict.ts'
import { type CountedMessage, countMessage } from './count-message.ts'
import { type ModelTokens, modelTokens } from '#shared/engines/tokens/model-tokens.ts'
import { toolDefinition } from '#shared/engines/tokens/tool-definition.ts'
import { trimPlan } from './trim-plan.ts'

type Json = Readonly<Record<string, unknown>>

export type BudgetQuestion = {
  messages?: readonly Json[] | undefined
  text?: string | undefined
  tools?: readonly Json[] | undefined
  model?: string | undefined
  context_window?: number | undefined
  reserve_output?: number | undefined
  budget_tokens?: number | undefined
  price_per_mtok?: { input?: number | undefined; output?: number | undefined; cached?: number | undefined } | undefined
}

const RULESET = 'token-budget/2026-11-20'
/** Marks that open the answer, once a request in chat form. */
const PRIMING = 3
const NEARLY_FULL = 0.85

/** Whether a prompt fits the model's window with room for the answer, and the caller's own budget. */
export async function judgeTokenBudget(question: BudgetQuestion): Promise<BudgetVerdict> {
  const { model: name = 'gpt-4o', reserve_output: reserved = 1_024, budget_tokens: budget } = question
  const model = await modelTokens(name)
  const counted = (question.messages ?? []).map((message, index) => countMessage(message, index, model.count))
  const texts = question.text === undefined ? 0 : model.count(question.text)
  const tools = sum((question.tools ?? []).map((tool) => model.count(JSON.stringify(toolDefinition(tool)))))
  const messages = sum(counted.map(({ content }) => content)) + texts
  const overhead = counted.length === 0 ? 0 : sum(counted.map(({ framing }) => framing)) + PRIMING
  const input = messages + tools + overhead
  const window = question.context_window ?? model.window
  const remaining = window - input - reserved
  const excess = Math.max(-remaining, budget === undefined ? 0 : input - budget, 0)
  const media = [...new Set(counted.flatMap((message) => message.media))]
  const trim_plan = planOf(question, counted, { excess, texts })
  const trims = sum(trim_plan.map(({ saves_tokens }) => saves_tokens))
  const facts: Facts = { name, model, input, reserved, window, remaining, budget, media, tools, excess, trims }
  const isWindowKnown = question.context_window !== undefined || model.isKnown
  const verdict = conclude({
    input: question,
    ruleset: RULESET,
    findings: findingsOf(facts, isWindowKnown),
    checks: checksOf(facts, isWindowKnown),
    proceed: 'Send the prompt.',
  })
  return {
    ...verdict,
    tokens: { input, messages, tools, overhead, reserved, total: input + reserved },
    encoding: model.encoding,
    exact: model.isExact && media.length === 0 && tools === 0,
    margin_pct: model.marginPct,
    window,
    remaining,
    utilization_pct: percent(input, window),
    per_message: counted.map(({ index, role, kind, content, framing }) => {
      const tokens = content + framing
      return { index, role, tokens, pct: percent(tokens, input), kind }
    }),
    trim_plan,
    trim_fits: excess === 0 ? null : trims >= excess,
    cost: costOf(question.price_per_mtok, input, reserved),
    fits: excess === 0,
  }
}

type Facts = {
  name: string
  model: ModelTokens
  input: number
  reserved: number
  window: number
  remaining: number
  budget: number | undefined
  media: string[]
  tools: number
  excess: number
  trims: number
}

function findingsOf(facts: Facts, isWindowKnown: boolean): Finding[] {
  const { input, reserved, window, remaining, budget, media, model } = facts
  const findings: Finding[] = []
  const next = nextOf(facts)
  if (remaining < 0) {
    const message = `${input} tokens of input and ${reserved} for the answer are ${-remaining} more than the window of ${window}.`
    findings.push({ decision: 'block', code: 'over_window', message, evidence: { input, reserved, window }, next })
  }
  if (budget !== undefined && input > budget) {
    const message = `${input} tokens of input are ${input - budget} more than the budget of ${budget}.`
    findings.push({
      decision: 'block',
      code: 'over_budget',
      message,
      path: '/budget_tokens',
      evidence: { input, budget },
      next,
    })
  }
  const isTight = remaining >= 0 && input + reserved > window * NEARLY_FULL
  if (isTight) {
    const message = `Input and answer take ${percent(input + reserved, window)} % of the window; little is left for the next turn.`
    findings.push({
      decision: 'review',
      code: 'window_nearly_full',
      message,
      evidence: { input, reserved, window },
      next: 'Shorten the prompt before the next turn.',
    })
  }
  if (budget !== undefined && input <= budget && input > budget * NEARLY_FULL) {
    const message = `The input takes ${percent(input, budget)} % of the budget of ${budget}.`
    findings.push({
      decision: 'review',
      code: 'budget_nearly_used',
      message,
      path: '/budget_tokens',
      evidence: { input, budget },
      next: 'Shorten the prompt before the next turn.',
    })
  }
  if (!isWindowKnown) {
    const message = `Nobody here knows the model ${JSON.stringify(facts.name.slice(0, 80))}; its window was taken to be ${window}.`
    findings.push({
      decision: 'review',
      code: 'model_unknown',
      message,
      path: '/model',
      next: 'Send context_window with the window of the model.',
    })
  }
  const silent = media.filter((type) => type !== 'image')
  if (silent.length > 0) {
    const message = `Parts of type ${silent.join(', ').slice(0, 200)} have tokens that a message does not show; they count as 0 here.`
    findings.push({
      decision: 'review',
      code: 'media_not_counted',
      message,
      path: '/messages',
      next: 'Add what the provider counts for them to the total.',
    })
  }
  if (model.maxOutput !== null && reserved > model.maxOutput) {
    const message = `The model answers with at most ${model.maxOutput} tokens; ${reserved} are reserved.`
    findings.push({ decision: 'allow', code: 'reserve_above_model', message, path: '/reserve_output' })
  }
  return findings
}

function nextOf({ reserved, window, excess, trims }: Facts): string {
  if (reserved >= window) return `Lower reserve_output below the window of ${window} tokens.`
  if (trims >= excess) return 'Apply trim_plan, then call again.'
  return `Cut ${excess} tokens from the prompt (trim_plan saves ${trims}), or take a model with a larger window.`
}

function checksOf(facts: Facts, isWindowKnown: boolean): Check[] {
  const { model, input, window, remaining, budget, media, tools } = facts
  const how = model.isExact
    ? `counted exactly with ${model.encoding}`
    : `estimated (${model.encoding}), ${model.marginPct} % added`
  return [
    { id: 'model', status: isWindowKnown ? 'pass' : 'warn', detail: how },
    { id: 'window', status: remaining < 0 ? 'fail' : 'pass', detail: `${remaining} of ${window} tokens remain` },
    budget === undefined
      ? { id: 'budget', status: 'skipped', detail: 'budget_tokens was not given' }
      : { id: 'budget', status: input > budget ? 'fail' : 'pass', detail: `${input} of ${budget} tokens` },
    tools === 0
      ? { id: 'tools', status: 'skipped', detail: 'tools was not given' }
      : {
          id: 'tools',
          status: 'pass',
          detail: `${tools} tokens as JSON; providers write definitions a little shorter or longer`,
        },
    media.length === 0
      ? { id: 'media', status: 'pass', detail: 'every part is text' }
      : { id: 'media', status: 'warn', detail: 'a picture counts as 1600 tokens, 85 in low detail' },
  ]
}

function planOf(
  question: BudgetQuestion,
  counted: readonly CountedMessage[],
  { excess, texts }: { excess: number; texts: number },
) {
  if (excess === 0) return []
  if (counted.length === 0) {
    const saves_tokens = Math.min(excess, texts)
    return texts === 0
      ? []
      : [{ index: 0, action: 'truncate' as const, saves_tokens, reason: `Cut ${saves_tokens} tokens from the text.` }]
  }
  const sent = question.messages ?? []
  const messages = counted.map(({ index, role, kind, content, framing }) => {
    const { tool_call_id: _, ...said } = sent[index] ?? {}
    return { index, role, kind, tokens: content + framing, digest: digestOf(said) }
  })
  return trimPlan(messages, excess)
}

function costOf(price: BudgetQuestion['price_per_mtok'], input: number, reserved: number): BudgetVerdict['cost'] {
  if (price === undefined) return null
  const usd = (tokens: number, perMtok: number | undefined) =>
    perMtok === undefined ? null : Math.round(tokens * perMtok * 1_000) / 1_000_000_000
  return {
    input_usd: usd(input, price.input),
    input_cached_usd: usd(input, price.cached),
    output_max_usd: usd(reserved, price.output),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10)
