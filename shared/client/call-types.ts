import type { packs } from '../catalog/packs.ts'
import type { DeclaredOutcome } from '../outcomes/define.ts'

type Declared = (typeof packs)[number]['outcomes'][number]

/** The name of an outcome. */
export type Slug = Declared['slug']

type Typed<Name extends Slug> =
  Extract<Declared, { slug: Name }> extends DeclaredOutcome<Name, infer Input, infer Answer>
    ? { input: Input; answer: Answer }
    : never

/** The body of a call, inferred from the outcome's declaration. */
export type InputOf<Name extends Slug> = Typed<Name>['input']

/** The result of a call, inferred from the outcome's declaration. */
export type ResultOf<Name extends Slug> = Typed<Name>['answer']

/** A call as its server names it: enough to read it later. Whoever has the token may read the call. */
export type CallHandle = { call_id: string; call_token: string }

/** The answer of a call that succeeded. */
export type Answered<Result> = CallHandle & {
  ok: true
  resource: string
  /** US dollars that this call moved, as a decimal string. */
  total_usdc: string
  steps: readonly { step: string; ms: number }[]
  result: Result
  charge: {
    cents: number
    paid_with: string
    balance_cents: number | null
    state: 'captured' | 'held'
    payment?: { network: string; payer: string; transaction: string | null }
  }
  request_id: string
}

/** An event of a running call: a step began or ended, or the call is done and `data` is its answer. */
export type CallEvent = { id: string; event: 'step' | 'done'; data: Record<string, unknown> }
