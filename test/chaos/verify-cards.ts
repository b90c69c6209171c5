import type { Client } from 'pg'
import type Stripe from 'stripe'

import type { CardStore } from '#shared/playground/cards/card-store.ts'

import type { SeenCard } from './card-market.ts'

type Row = {
  purchase_id: string
  intent_id: string | null
  state: 'open' | 'paid' | 'surplus' | 'canceled'
  received_cents: number
  refunded_cents: number
  disputed_cents: number
  fee_cents: number
  status: string
  refund_ids: string[]
}

/**
 * What is wrong with the payments by card of a run, one line each: what the processor has, against what is written down,
 * both ways, and what clients were told against it.
 */
export async function verifyCards(pg: Client, log: readonly SeenCard[], store: CardStore): Promise<string[]> {
  const wrong: string[] = []
  const { rows } = await pg.query<Row>(PAYMENTS)
  const byIntent = new Map(rows.map((row) => [row.intent_id, row]))
  const byPurchase = new Map(rows.map((row) => [row.purchase_id, row]))
  for (const intent of store.all('payment_intent')) {
    const row = byIntent.get(intent.id)
    const name = `${intent.id} of ${intent.metadata['purchase_id'] ?? 'nothing'}`
    if (intent.status === 'succeeded' && row === undefined) wrong.push(`${name}: paid, and nothing is written down`)
    if (row !== undefined) wrong.push(...differences(store, intent, row).map((one) => `${name}: ${one}`))
  }
  for (const { purchase_id: id, intent_id: intentId, state } of rows)
    if ((state === 'paid' || state === 'surplus') && store.get('payment_intent', intentId ?? '') === undefined)
      wrong.push(`${id}: ${state}, and the processor has no payment of it`)
  for (const { id, isToldPaid, isToldCanceled } of log) {
    const row = byPurchase.get(id)
    if (isToldPaid && row?.state !== 'paid') wrong.push(`${id}: told that it is paid, and its payment is ${row?.state}`)
    if (isToldCanceled && row?.state === 'paid') wrong.push(`${id}: told that it is canceled, and it is paid`)
  }
  const { rows: open } = await pg.query<{ what: string; times: number }>(OPEN)
  wrong.push(...open.map(({ what, times }) => `${times} ${what}`))
  return wrong
}

const AMOUNTS = ['received_cents', 'refunded_cents', 'disputed_cents', 'fee_cents'] as const

/** What the processor says of one payment, and differs from what is written down. */
function differences(store: CardStore, intent: Stripe.PaymentIntent, row: Row): string[] {
  const refunds = store.all('refund').filter((one) => one.payment_intent === intent.id && one.status !== 'failed')
  const disputes = store.all('dispute').filter((one) => one.payment_intent === intent.id)
  const isPaid = intent.status === 'succeeded'
  const held = disputes.filter(({ status }) => status !== 'won')
  const sum = (of: readonly { amount: number }[]) => of.reduce((total, { amount }) => total + amount, 0)
  const told = {
    received_cents: isPaid ? intent.amount : 0,
    refunded_cents: sum(refunds),
    disputed_cents: Math.min(intent.amount, sum(held)),
    fee_cents: disputes.flatMap((one) => one.balance_transactions).reduce((total, { fee }) => total + fee, 0),
  }
  const differs = AMOUNTS.flatMap((name) =>
    row[name] === told[name] ? [] : [`${name} are ${told[name]} at the processor and ${row[name]} here`],
  )
  const again = row.refund_ids.filter((id) => refunds.filter((one) => one.metadata?.['refund_id'] === id).length > 1)
  const expected = isPaid && row.state === 'paid' ? statusOf(intent, told, disputes) : null
  return [
    ...differs,
    ...again.map((id) => `refund ${id} was made more than once`),
    ...(expected === null || row.status === expected ? [] : [`its purchase is ${row.status} and not ${expected}`]),
    ...(isPaid && !['paid', 'surplus'].includes(row.state) ? [`paid, and written down as ${row.state}`] : []),
    ...(isPaid && row.state !== 'paid' && row.status === 'paid' ? ['a surplus whose purchase is paid by it'] : []),
    ...(row.state === 'surplus' && told.refunded_cents + told.disputed_cents < told.received_cents
      ? ['a surplus that is not given back']
      : []),
  ]
}

function statusOf(
  { amount }: Stripe.PaymentIntent,
  told: { refunded_cents: number; disputed_cents: number },
  disputes: readonly Stripe.Dispute[],
): string {
  if (disputes.some(({ status }) => status !== 'won' && status !== 'lost')) return 'disputed'
  const back = Math.min(amount, told.refunded_cents + told.disputed_cents)
  return back === 0 ? 'paid' : back === amount ? 'refunded' : 'partially_refunded'
}

const PAYMENTS = `
select 'pur_' || replace(c.purchase_id::text, '-', '') as purchase_id, c.intent_id, c.state, c.received_cents, c.refunded_cents, c.disputed_cents, c.fee_cents, p.status,
  array(select r.id::text from card_refund r where r.purchase_id = c.purchase_id) as refund_ids
from card_payment c join purchase p on p.id = c.purchase_id`

const OPEN = `
select what, count(*)::int as times from (
  select 'events of the card processor are ' || state || coalesce(' (' || reason || ')', '') as what from card_event where state in ('waiting', 'parked', 'quarantined')
  union all select 'refunds by card are asked for and not made' from card_refund where state = 'asked'
  union all select 'payments by card differ: ' || trouble from card_payment where trouble is not null
) open group by what`
