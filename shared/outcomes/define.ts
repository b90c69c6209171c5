import type { z } from 'zod'

import type { ModelRole } from '#shared/lib/models/model-roles.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { OutcomeContext } from '../doors/context.ts'
import { provenance } from './provenance.ts'

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** How an outcome is asked by GET. */
export type GetForm = { alias: string; names?: Readonly<Record<string, string>> }

/** Everything one outcome declares; the catalog, validation, OpenAPI, the 402 and the tests are made from it. */
type Declaration<Input extends z.ZodObject, Output extends z.ZodType, Answer> = {
  slug: string
  title: string
  /** What it does, for a buyer: at most 500 characters (x402 facilitators refuse more). */
  description: string
  /** US cents for one call; 0 is free. */
  cents: number
  /** Its 402 offers Base first, then Solana; otherwise Solana first (outcomes-api.md, Limits). Default false. */
  impulse?: boolean
  /** A day pass covers it, whatever its pack (outcomes-api.md, Authentication, 4). Default false. */
  inGuards?: boolean
  /** One pass pays for one call of it. Default false. */
  oncePerPass?: boolean
  /** Its place among those the catalog shows first, from 1; 0 for none, which is the default. */
  featured?: number
  /**
   * It may also be asked by GET, under its own path and under `alias` (outcomes-api.md, Discovery): free help without
   * parameters, the paid call with some. `names` are parameters that stand for an input of another name.
   */
  get?: GetForm | null
  /** Whom `agent_id` of its input names: the caller, for whom its calls are counted, or whom it is asked about. */
  agentIdIs?: 'caller' | 'subject'
  /** The pool that runs it; `outcome` unless it needs a browser, a PDF engine or a long workflow. */
  pool?: Pool
  /** Milliseconds one run may take; 8,000 unless said. At most 240,000. */
  timeoutMs?: number
  /** JSON body limit in bytes; 262,144 unless said. At most 8 MiB. */
  maxBodyBytes?: number
  /**
   * When an x402 payment settles. `after` the run only for at most 10 cents, 15 s, no model and no side effect; `before`
   * for everything else. Default `after` where those limits hold, else `before`.
   */
  settle?: 'after' | 'before'
  /**
   * `thread` runs it in a worker thread that is really stopped at the deadline: for anything whose time an input can
   * stretch (regexes, schemas, parsers). `inline` is for work that is linear and quick. Default `inline`.
   */
  isolation?: 'inline' | 'thread'
  /** Input fields (top level, wire names) that hold secrets: encrypted while the call is open, never kept. */
  secrets?: readonly (keyof z.input<Input> & string)[]
  /**
   * Members of the answer (top level) that hold a token which is shown once: stored encrypted, opened for whoever may
   * read the call.
   */
  answerSecrets?: readonly string[]
  /** Whether it keeps what callers send: refused, uncharged, while disk space is short. Default false. */
  stores?: boolean
  /** The words `decision` or `verdict` may take, for guards. */
  decisions?: readonly string[]
  /** Models it asks, by role. Where one is not configured, `withoutModel` says what becomes of a call. */
  models?: readonly ModelRole[]
  /**
   * Whether an honest method answers without them: `always`, `never` (default), or of which inputs. What cannot be
   * answered is refused with `model_not_configured` before any money moves. Pure and quick.
   */
  withoutModel?: 'always' | 'never' | ((input: z.output<Input>) => boolean)
  input: Input
  output: Output
  example: { input: z.input<Input>; output: z.input<Output> }
  /**
   * Cross-field rules the schema cannot say. Runs in the ingress before any money moves, so it must be quick and pure;
   * it throws `invalidFields(...)`.
   */
  check?: (input: z.output<Input>) => void
  run: (input: z.output<Input>, ctx: OutcomeContext) => Answer | Promise<Answer>
}

/** One outcome as the rest of the product sees it. */
export type Outcome = Required<
  Omit<
    Declaration<z.ZodObject, z.ZodType, unknown>,
    'check' | 'run' | 'example' | 'secrets' | 'answerSecrets' | 'decisions' | 'models' | 'withoutModel'
  >
> & {
  secrets: readonly string[]
  answerSecrets: readonly string[]
  decisions: readonly string[] | null
  models: readonly ModelRole[]
  withoutModel: 'always' | 'never' | ((input: Record<string, unknown>) => boolean)
  example: { input: Record<string, unknown>; output: unknown }
  check: ((input: Record<string, unknown>) => void) | undefined
  /** Parses the raw body, runs, and checks the answer against the declared output. */
  run: (rawInput: unknown, ctx: OutcomeContext) => Promise<unknown>
}

/**
 * Declares one paid call: what it takes, what it costs, what it does, what it answers. Bad input is refused with
 * `invalidFields` or `Refusal('unprocessable', ...)` and costs nothing; a verdict such as `block` is a result.
 */
export function defineOutcome<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Answer extends Frozen<z.input<Output>>,
>(declaration: Declaration<Input, Output, Answer>): Outcome {
  const { input, run, check, example } = declaration
  const { output, complete } = provenance(declaration.output) ?? {
    output: declaration.output,
    complete: (answer: unknown) => answer,
  }
  const timeoutMs = declaration.timeoutMs ?? 8_000
  const { models = [] } = declaration
  const maySettleAfter = declaration.cents <= 10 && timeoutMs <= 15_000 && models.length === 0
  if (declaration.settle === 'after' && !maySettleAfter) {
    throw new Error(`${declaration.slug} is too dear or too slow to settle after its run, or asks a model`)
  }
  return {
    pool: 'outcome',
    maxBodyBytes: 262_144,
    isolation: 'inline',
    stores: false,
    impulse: false,
    inGuards: false,
    oncePerPass: false,
    featured: 0,
    get: null,
    agentIdIs: 'caller',
    ...declaration,
    output,
    timeoutMs,
    settle: declaration.settle ?? (maySettleAfter ? 'after' : 'before'),
    secrets: declaration.secrets ?? [],
    answerSecrets: declaration.answerSecrets ?? [],
    decisions: declaration.decisions ?? null,
    models,
    // Safe: the ingress hands it only what this very schema made.
    withoutModel: (declaration.withoutModel ?? 'never') as Outcome['withoutModel'],
    example: { input: example.input, output: complete(example.output) },
    // Safe: the ingress hands `check` only what this very schema made.
    check: check as Outcome['check'],
    // A call crosses the database between ingress and worker, so both ends are parsed.
    run: async (raw, ctx) => output.parse(complete(await run(input.parse(raw), ctx))),
  }
}
