import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import type Stripe from 'stripe'

import { replaceFile } from '../replace-file.ts'
import type { CardEvent } from './card-objects.ts'

type Stored =
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning
  | Stripe.BalanceTransaction
  | CardEvent
/** The card that was typed for an intent, by the id of the intent. */
type TypedCard = { object: 'card_of_intent'; id: string; number: string }
/** The answer to a POST with an Idempotency-Key, which is its id. */
export type KeptAnswer = { object: 'kept_answer'; id: string; request: string; status: number; body: string }
type Line = Stored | TypedCard | KeptAnswer

/** Everything the card processor knows. */
export type CardStore = {
  get: <Kind extends Line['object']>(kind: Kind, id: string) => Extract<Line, { object: Kind }> | undefined
  /** All objects of a kind, the newest first. */
  all: <Kind extends Line['object']>(kind: Kind) => Extract<Line, { object: Kind }>[]
  put: (line: Line) => void
}

/**
 * Opens the store of the card processor in a file: a JSON line for each version of an object, the last one stands.
 * Without a file it is kept in memory. A torn last line was never answered for, and is ignored.
 */
export function openCardStore(path?: string): CardStore {
  const lines = new Map<string, Line>()
  const keyOf = ({ object, id }: Pick<Line, 'object' | 'id'>) => `${object} ${id}`
  if (path !== undefined) {
    for (const line of readLines(path)) lines.set(keyOf(line), line)
    replaceFile(path, [...lines.values()].map(textOf).join(''))
  }
  return {
    // Safe: what is kept under the key of a kind is of that kind.
    get: (kind, id) => lines.get(keyOf({ object: kind, id })) as never,
    all: (kind) => [...lines.values()].filter((line) => line.object === kind).toReversed() as never,
    put(line) {
      if (path !== undefined) appendFileSync(path, textOf(line))
      lines.set(keyOf(line), line)
    },
  }
}

const textOf = (line: Line) => `${JSON.stringify(line)}\n`

function readLines(path: string): Line[] {
  if (!existsSync(path)) return []
  const texts = readFileSync(path, 'utf8').split('\n')
  texts.pop()
  // Safe: lines that this module wrote.
  return texts.map((text) => JSON.parse(text) as Line)
}
