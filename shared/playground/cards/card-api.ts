import { createHash } from 'node:crypto'

import type Stripe from 'stripe'

import { type CardProcessor, CardRefusal } from './card-processor.ts'
import type { CardStore } from './card-store.ts'
import { type FormFields, groupOf, textOf } from './read-form.ts'
import type { Webhooks } from './send-webhooks.ts'

/** How the API answers. `lost` does the work and closes the connection; `away` only closes it. */
export type ApiConduct = { mode: 'normal' | 'away' | 'lost' | 'slow'; delayMs: number; times: number }

type Asked = { method: string; path: string; fields: FormFields; idempotencyKey: string | null }
export type Answered = { status: number; body: unknown; isReplay?: true }

type Deps = { store: CardStore; processor: CardProcessor; webhooks: Webhooks; conduct: ApiConduct }
type Handler = (deps: Deps, fields: FormFields, id: string) => unknown

const PAGE = 10
const MOST_LISTED = 100

/** Answers a request of the API. Every POST keeps its answer under its Idempotency-Key. Throws a CardRefusal. */
export function answerApi(deps: Deps, asked: Asked): Answered {
  const { store } = deps
  const { method, path, fields, idempotencyKey: key } = asked
  const request = createHash('sha256')
    .update(JSON.stringify([method, path, fields]))
    .digest('hex')
  const kept = key === null || method !== 'POST' ? undefined : store.get('kept_answer', key)
  if (kept !== undefined && kept.request !== request)
    throw new CardRefusal(
      400,
      'idempotency_key_in_use',
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      'idempotency_error',
    )
  if (kept !== undefined) return { status: kept.status, body: JSON.parse(kept.body), isReplay: true }
  const body = run(deps, asked)
  if (key !== null && method === 'POST')
    store.put({ object: 'kept_answer', id: key, request, status: 200, body: JSON.stringify(body) })
  return { status: 200, body }
}

function run(deps: Deps, { method, path, fields }: Asked): unknown {
  for (const [verb, pattern, handle] of ROUTES) {
    const match = verb === method ? pattern.exec(path) : null
    if (match !== null) return handle(deps, fields, match[1] ?? '')
  }
  throw new CardRefusal(404, null, `Unrecognized request URL (${method}: ${path}).`)
}

const amountOf = (fields: FormFields) => {
  const text = textOf(fields, 'amount')
  return text === null ? null : Number(text)
}

/** The objects that a filter such as `payment_intent` leaves, in the form of a list. */
function listOf<Listed extends { id: string }>(all: Listed[], fields: FormFields, url: string) {
  const limit = Math.min(Number(textOf(fields, 'limit') ?? PAGE), MOST_LISTED)
  const after = textOf(fields, 'starting_after')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(from, from + limit)
  return { object: 'list', url, has_more: from + limit < all.length, data }
}

const ofIntent =
  (fields: FormFields) =>
  ({ payment_intent: intent }: { payment_intent?: string | Stripe.PaymentIntent | null }) =>
    [null, intent].includes(textOf(fields, 'payment_intent'))

/** A charge or refund with its balance transaction, where the caller expands it under `path`. */
function withMove<Moved extends Stripe.Charge | Stripe.Refund>(
  { store }: Deps,
  moved: Moved,
  { fields, path }: { fields: FormFields; path: string },
): Moved {
  const isExpanded = Object.values(groupOf(fields, 'expand')).includes(path)
  const id = moved.balance_transaction
  const move = isExpanded && typeof id === 'string' ? store.get('balance_transaction', id) : undefined
  return move === undefined ? moved : { ...moved, balance_transaction: move }
}

/** An intent as it is answered, with its charge where the caller expands it. */
function shown(deps: Deps, intent: Stripe.PaymentIntent, fields: FormFields): Stripe.PaymentIntent {
  const expanded = Object.values(groupOf(fields, 'expand'))
  const isExpanded = expanded.some((path) => path.split('.')[0] === 'latest_charge')
  const id = intent.latest_charge
  const charge = isExpanded && typeof id === 'string' ? deps.store.get('charge', id) : undefined
  if (charge === undefined) return intent
  return { ...intent, latest_charge: withMove(deps, charge, { fields, path: 'latest_charge.balance_transaction' }) }
}

const ROUTES: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  [
    'POST',
    /^\/v1\/payment_intents$/,
    ({ processor }, fields) =>
      processor.create({
        amount: amountOf(fields) ?? Number.NaN,
        currency: textOf(fields, 'currency') ?? 'usd',
        metadata: groupOf(fields, 'metadata'),
        description: textOf(fields, 'description'),
      }),
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, (deps, fields, id) => shown(deps, deps.processor.intentOf(id), fields)],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, ({ processor }, _, id) => processor.cancel(id)],
  [
    'POST',
    /^\/v1\/refunds$/,
    ({ processor }, fields) =>
      processor.refund(textOf(fields, 'payment_intent') ?? '', amountOf(fields), groupOf(fields, 'metadata')),
  ],
  [
    'GET',
    /^\/v1\/refunds$/,
    (deps, fields) => {
      const list = listOf(deps.store.all('refund').filter(ofIntent(fields)), fields, '/v1/refunds')
      const path = 'data.balance_transaction'
      return { ...list, data: list.data.map((refund) => withMove(deps, refund, { fields, path })) }
    },
  ],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ store }, fields) => listOf(store.all('dispute').filter(ofIntent(fields)), fields, '/v1/disputes'),
  ],
  [
    'POST',
    /^\/v1\/disputes\/(\w+)$/,
    ({ processor }, fields, id) =>
      processor.answer(id, groupOf(fields, 'evidence'), textOf(fields, 'submit') === 'true'),
  ],
  [
    'GET',
    /^\/v1\/radar\/early_fraud_warnings$/,
    ({ store }, fields) =>
      listOf(store.all('radar.early_fraud_warning').filter(ofIntent(fields)), fields, '/v1/radar/early_fraud_warnings'),
  ],
  [
    'GET',
    /^\/v1\/events$/,
    ({ store }, fields) => {
      const isUndelivered = textOf(fields, 'delivery_success') === 'false'
      const events = store.all('event').filter(({ pending_webhooks: open }) => !isUndelivered || open > 0)
      return listOf(events, fields, '/v1/events')
    },
  ],
  // What a person does at the processor's dashboard, or a bank: /control/ has no counterpart at Stripe.
  [
    'POST',
    /^\/control\/webhooks$/,
    ({ webhooks }, fields) => {
      // Safe: a control of tests and of whoever tries the playground.
      const mode = (textOf(fields, 'mode') ?? 'normal') as Webhooks['conduct']['mode']
      webhooks.conduct = { mode, delayMs: Number(textOf(fields, 'delay_ms') ?? 0) }
      return webhooks.conduct
    },
  ],
  [
    'POST',
    /^\/control\/api$/,
    ({ conduct }, fields) => {
      // Safe: as above.
      const mode = (textOf(fields, 'mode') ?? 'normal') as ApiConduct['mode']
      const delayMs = Number(textOf(fields, 'delay_ms') ?? 0)
      return Object.assign(conduct, { mode, delayMs, times: Number(textOf(fields, 'times') ?? Infinity) })
    },
  ],
  [
    'POST',
    /^\/control\/events\/(\w+)\/resend$/,
    ({ store, webhooks }, _, id) => {
      const event = store.get('event', id)
      if (event === undefined) throw new CardRefusal(404, 'resource_missing', `No such event: '${id}'`)
      webhooks.resend(event)
      return event
    },
  ],
  [
    'POST',
    /^\/control\/payment_intents\/(\w+)\/pay$/,
    ({ processor }, fields, id) =>
      processor.confirm(id, { number: textOf(fields, 'number') ?? '4242424242424242', returnUrl: '' }),
  ],
  [
    'POST',
    /^\/control\/payment_intents\/(\w+)\/dispute$/,
    ({ processor }, fields, id) => {
      const amount = amountOf(fields)
      const reason = textOf(fields, 'reason')
      return processor.dispute(id, { ...(amount === null ? {} : { amount }), ...(reason === null ? {} : { reason }) })
    },
  ],
  ['POST', /^\/control\/payment_intents\/(\w+)\/warn$/, ({ processor }, _, id) => processor.warn(id)],
  ['POST', /^\/control\/disputes\/(\w+)\/win$/, ({ processor }, _, id) => processor.decide(id, true)],
  ['POST', /^\/control\/disputes\/(\w+)\/lose$/, ({ processor }, _, id) => processor.decide(id, false)],
]
