import type { z } from 'zod'

import type { ModelRole } from '#shared/lib/models/model-roles.ts'
import type { Pool } from '#shared/calls/pools.ts'
import type { UpstreamId } from '#shared/upstreams/registry.ts'

import type { OutcomeContext } from '../doors/context.ts'
import { type Lazy, lazySchema, madeOnce } from './lazy-schema.ts'
import { provenance } from './provenance.ts'
import type { OutcomeTypes } from './semantic-types.ts'

type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

/** How an outcome is asked by GET. */
export type GetForm = { alias: string; names?: Readonly<Record<string, string>> }

/** Where a file stands in a result: the member with its base64, and the one with its media type. */
export type ResultFile = { data: string; type: string }

/** Everything one outcome declares; the catalog, validation, OpenAPI, the 402 and the tests are made from it. */
type Declaration<Input extends z.ZodObject, Output extends z.ZodType, Answer> = {
  slug: string
  title: string
  /** A description for buyers. At most 500 characters (x402 facilitators refuse more). */
  description: string
  /** US cents per call; 0 is free. */
  cents: number
  /** Its 402 offers Base first, then Solana; otherwise Solana first (outcomes-api.md, Limits). Default false. */
  impulse?: boolean
  /** A day pass covers it, whatever its pack (outcomes-api.md, Authentication, 4). Default false. */
  inGuards?: boolean
  /** One pass pays for one call of it. Default false. */
  oncePerPass?: boolean
  /** Where its result holds a picture or a sound, which callers may also have as a file. Default null: nowhere. */
  file?: ResultFile | null
  /** The members of its result stand at the top of the answer, too, but for those that every answer has. Default false. */
  isFlat?: boolean
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
  /** Milliseconds one run may take. Default 8,000, at most 240,000. */
  timeoutMs?: number
  /** JSON body limit in bytes. Default 262,144, at most 8 MiB. */
  maxBodyBytes?: number
  /**
   * When an x402 payment settles. `after` the run is only allowed for at most 10 cents, 15 s, no model and no side
   * effect; `before` is for everything else. Default `after` where the first three limits hold, else `before`.
   */
  settle?: 'after' | 'before'
  /**
   * `thread` runs it in a worker thread that is terminated at the deadline: for work whose time an input can inflate
   * (regexes, schemas, parsers). `inline` is for fast, linear work. Default `inline`.
   */
  isolation?: 'inline' | 'thread'
  /** Top-level input fields (wire names) that contain secrets: encrypted while the call is open, then deleted. */
  secrets?: readonly (keyof z.input<Input> & string)[]
  /**
   * Top-level members of the answer that contain a token shown once: stored encrypted, and decrypted for those who may
   * read the call.
   */
  answerSecrets?: readonly string[]
  /**
   * It may run twice without anybody noticing: it reads and writes nothing but its input, so its first attempt needs no
   * start statement. Only for outcomes of the pool `outcome` that run inline, ask no model, store nothing and take no
   * context. Default false.
   */
  pure?: boolean
  /**
   * US cents that a call costs by its answer, where that may be less than its price: no more than the price is charged.
   * Only for what settles before its run. Default null: always the price.
   */
  costOf?: ((answer: unknown) => number) | null
  /** Whether it stores what callers send. Refused, uncharged, while disk space is short. Default false. */
  stores?: boolean
  /** For guards: the possible values of `decision` or `verdict`. */
  decisions?: readonly string[]
  /** The roles of models it uses. `withoutModel` says what happens when one is not configured. */
  models?: readonly ModelRole[]
  /**
   * Whether it can answer without its models: `always`, `never` (default), or a function of the input. Otherwise the
   * call is refused with `model_not_configured` before any money moves. Must be pure and fast.
   */
  withoutModel?: 'always' | 'never' | ((input: z.output<Input>) => boolean)
  /** What its inputs and results mean, for the goal router; null: no plan may use it, which is the default. */
  types?: OutcomeTypes | null
  /** Upstreams without which it answers no input at all: it is not for sale where one of them is not configured. */
  needsUpstreams?: readonly UpstreamId[]
  /** Both are made when they are first needed if they are functions. */
  input: Lazy<Input>
  output: Lazy<Output>
  /**
   * A call and its answer, which documents show. A long one stands in a JSON file: `exampleFrom`. `follows` is the slug whose
   * example has to be called before, with the same credential, so that what this one names is there.
   */
  example: { input: z.input<Input>; output: z.input<Output>; follows?: string }
  /**
   * Cross-field rules that the schema cannot express. Runs in the ingress before any money moves, so it must be fast
   * and pure. Throws `invalidFields(...)`.
   */
  check?: (input: z.output<Input>) => void
  run: (input: z.output<Input>, ctx: OutcomeContext) => Answer | Promise<Answer>
}

/** An outcome with all defaults filled in. */
export type Outcome = Required<
  Omit<
    Declaration<z.ZodObject, z.ZodType, unknown>,
    | 'input'
    | 'output'
    | 'check'
    | 'run'
    | 'example'
    | 'secrets'
    | 'answerSecrets'
    | 'decisions'
    | 'models'
    | 'withoutModel'
  >
> & {
  readonly input: z.ZodObject
  readonly output: z.ZodType
  secrets: readonly string[]
  answerSecrets: readonly string[]
  decisions: readonly string[] | null
  models: readonly ModelRole[]
  withoutModel: 'always' | 'never' | ((input: Record<string, unknown>) => boolean)
  example: { input: Record<string, unknown>; output: unknown; follows?: string }
  check: ((input: Record<string, unknown>) => void) | undefined
  /** Parses the raw body, runs, and validates the answer against the declared output. */
  run: (rawInput: unknown, ctx: OutcomeContext) => Promise<unknown>
}

declare const callTypes: unique symbol

/**
 * An outcome whose slug, input and answer the compiler knows. Our client's types are inferred from these
 * (shared/client/call-types.ts). The mark exists for the compiler alone.
 */
export type DeclaredOutcome<Slug extends string = string, Input = unknown, Answer = unknown> = Outcome & {
  readonly slug: Slug
  readonly [callTypes]?: { input: Input; answer: Answer }
}

/** What an outcome is unless its declaration says otherwise. */
export const PLAIN = {
  isolation: 'inline',
  impulse: false,
  inGuards: false,
  oncePerPass: false,
  isFlat: false,
  file: null,
  featured: 0,
  get: null,
  agentIdIs: 'caller',
  pure: false,
  costOf: null,
  types: null,
} as const

/**
 * Declares an outcome: its input, price, work and answer. Bad input is refused with `invalidFields` or
 * `Refusal('unprocessable', ...)` and costs nothing; a verdict such as `block` is a result. Throws when `settle:
 * 'after'` or `pure` is not allowed.
 */
export function defineOutcome<
  const Slug extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Answer extends Frozen<z.input<Output>>,
>(
  declaration: Declaration<Input, Output, Answer> & { slug: Slug },
): DeclaredOutcome<Slug, z.input<Input>, z.output<Output>> {
  const { run, check, example } = declaration
  const input = lazySchema(declaration.input)
  const declared = lazySchema(declaration.output)
  const withSource = madeOnce(() => provenance(declared()))
  const output = () => withSource()?.output ?? declared()
  const complete = (answer: unknown) => withSource()?.complete(answer) ?? answer
  // What asks for the input of an example alone makes no schema of an answer.
  const answer = madeOnce(() => complete(example.output))
  const sample = {
    ...example,
    get output() {
      return answer()
    },
  }
  const timeoutMs = declaration.timeoutMs ?? 8_000
  const { models = [] } = declaration
  const maySettleAfter = declaration.cents <= 10 && timeoutMs <= 15_000 && models.length === 0
  if (declaration.settle === 'after' && !maySettleAfter) {
    throw new Error(`${declaration.slug} is too dear or too slow to settle after its run, or asks a model`)
  }
  const takesContext = run.length > 1
  const isPlainWork = (declaration.pool ?? 'outcome') === 'outcome' && declaration.isolation !== 'thread'
  if (declaration.pure === true && (takesContext || !isPlainWork || models.length > 0 || declaration.stores === true)) {
    throw new Error(`${declaration.slug} is not pure: it may reach something beside its input`)
  }
  return {
    ...PLAIN,
    pool: 'outcome',
    maxBodyBytes: 262_144,
    stores: false,
    needsUpstreams: [],
    ...declaration,
    get input() {
      return input()
    },
    get output() {
      return output()
    },
    example: sample,
    timeoutMs,
    settle: declaration.settle ?? (maySettleAfter ? 'after' : 'before'),
    secrets: declaration.secrets ?? [],
    answerSecrets: declaration.answerSecrets ?? [],
    decisions: declaration.decisions ?? null,
    models,
    // Safe: the ingress passes only values parsed by this schema.
    withoutModel: (declaration.withoutModel ?? 'never') as Outcome['withoutModel'],
    // Safe: the ingress passes only values parsed by this schema.
    check: check as Outcome['check'],
    // A call passes through the database between ingress and worker, so input and output are both parsed here.
    run: async (raw, ctx) => output().parse(complete(await run(input().parse(raw), ctx))),
  }
}

/** The example of a declaration, from a JSON file. `test/catalog/every-outcome.test.ts` parses it by the schemas. */
// Safe: the compiler cannot compare a JSON file with the schemas; that test does.
export const exampleFrom = (file: { input: object; output: object }) => file as never
