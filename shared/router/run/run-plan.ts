import { isRetryable, Refusal, statusOf } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import { type Plan, type PlanStep, referencesIn } from '../plan/plan.ts'
import { canGive } from '../members/can-give.ts'
import type { Tool } from '../tool.ts'
import { fillInputs, NothingThere } from './fill-inputs.ts'

/** How a step of a plan ended, as the answer shows it. */
export type StepEnd = {
  n: number
  /** The outcome that answered, or was tried last. */
  slug: string
  status: 'ok' | 'failed' | 'skipped'
  took_ms: number
  /** SHA-256 hex of the RFC 8785 form of its result; null unless it has one. */
  result_digest: string | null
  /** A sentence; null unless it failed or was skipped. */
  error: string | null
  /** List price of what answered; 0 unless it did. */
  price_cents: number
}

/** A step with its result; `refusal` says why it failed, where its outcome did. */
export type RunStep = StepEnd & { result: unknown; refusal: Refusal | null }

/** What a plan is run with. */
export type RunDeps = {
  input: string
  tools: ReadonlyMap<string, Tool>
  /** Runs an outcome as a durable step of this name. Throws its Refusal. */
  call: (slug: string, input: unknown, step: string) => Promise<unknown>
  /** Whether the policy of the key that pays allows an outcome that the plan did not name. */
  mayRun: (slug: string) => Promise<boolean>
}

/**
 * Runs the steps of a plan: those that are ready at once, those that write after all before them. A failed step is tried
 * once more if that may help, then its alternatives; what depends on one that failed is skipped. A step that writes is
 * tried once. Returns how each step ended, in the order of the plan. Throws only what is no Refusal.
 */
export async function runPlan({ steps }: Plan, deps: RunDeps): Promise<RunStep[]> {
  const ends = new Map<number, Promise<RunStep>>()
  for (const step of steps) {
    const isLast = deps.tools.get(step.slug)?.writes === true
    const needed = new Set(referencesIn(step.inputs).map((reference) => reference.step))
    const before = [...ends].filter(([n]) => isLast || needed.has(n)).map(([, end]) => end)
    ends.set(step.n, runStep(step, needed, before, deps, steps))
  }
  return Promise.all(ends.values())
}

async function runStep(
  step: PlanStep,
  needed: ReadonlySet<number>,
  before: readonly Promise<RunStep>[],
  deps: RunDeps,
  steps: readonly PlanStep[],
): Promise<RunStep> {
  const known = new Map((await Promise.all(before)).map((end) => [end.n, end]))
  const failed = [...needed].find((n) => known.get(n)?.status !== 'ok')
  const began = performance.now()
  const ended = (slug: string, end: Partial<RunStep> & Pick<RunStep, 'status'>): RunStep => ({
    n: step.n,
    slug,
    took_ms: Math.round(performance.now() - began),
    result_digest: null,
    error: null,
    price_cents: 0,
    result: undefined,
    refusal: null,
    ...end,
  })
  if (failed !== undefined)
    return ended(step.slug, { status: 'skipped', error: `It takes what step ${failed} did not give.` })
  let last: { slug: string; error: unknown } = { slug: step.slug, error: null }
  for await (const { slug, name } of attempts(step, () => last.error, deps, steps)) {
    try {
      const tool = toolOf(slug, deps)
      const inputs = fillInputs(step, tool, deps.input, (n) => known.get(n)?.result)
      const own = slug === step.slug ? inputs : ofFields(inputs, tool)
      const wrong = tool.refused(own)
      if (wrong.length > 0) throw new NothingThere(`What was found does not fit ${slug}: ${wrong.join(', ')}.`)
      const result = await deps.call(slug, own, name)
      return ended(slug, { status: 'ok', result, result_digest: digestOf(result), price_cents: tool.cents })
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof NothingThere)) throw error
      last = { slug, error }
    }
  }
  const { slug, error } = last
  return ended(slug, {
    status: 'failed',
    error: error instanceof Error ? error.message.replace(/[;,]? nothing was charged\.?$/, '.') : null,
    refusal: error instanceof Refusal ? error : null,
  })
}

/** The step itself, the step again if its failure may pass, then each alternative that gives what later steps take. */
async function* attempts(
  { n, slug, inputs, alternatives }: PlanStep,
  lastError: () => unknown,
  deps: RunDeps,
  steps: readonly PlanStep[],
): AsyncGenerator<{ slug: string; name: string }> {
  yield { slug, name: String(n) }
  // A write that failed half-way is not done twice.
  if (toolOf(slug, deps).writes) return
  const first = lastError()
  if (first instanceof Refusal && mayPass(first)) yield { slug, name: `${n}.again` }
  const taken = steps.flatMap((step) => referencesIn(step.inputs).filter((reference) => reference.step === n))
  for (const other of alternatives) {
    const tool = deps.tools.get(other)
    const fits =
      tool !== undefined &&
      tool.required.every((field) => field in inputs) &&
      taken.every(({ path }) => canGive(tool, path))
    if (fits && (await deps.mayRun(other))) yield { slug: other, name: `${n}.${other}` }
  }
}

const mayPass = ({ code }: Refusal) => code === 'internal' || isRetryable(code, statusOf(code))

function toolOf(slug: string, { tools }: RunDeps): Tool {
  const tool = tools.get(slug)
  if (tool === undefined) throw new Error(`the plan names ${slug}, which is no outcome`)
  return tool
}

const ofFields = (inputs: Record<string, unknown>, { fields }: Tool) =>
  Object.fromEntries(Object.entries(inputs).filter(([name]) => fields.has(name)))
