import type { Pool as PgPool } from 'pg'

import { LEDGER } from '#shared/calls/ledger-accounts.ts'

/** A payment that is not final yet. */
export type OpenPayment = { id: string; orderId: string; signature: string; slot: number }

/** Payments that wait for their block to be final, the oldest first. */
export async function openPayments(pg: PgPool, limit: number): Promise<OpenPayment[]> {
  // SQL: by an index of what is open.
  const { rows } = await pg.query<{ id: string; order_id: string; signature: string; slot: string }>({
    name: 'solana-payments-open',
    text: `select id, order_id, signature, slot from solana_payment where state = 'confirmed' order by found_at limit $1`,
    values: [limit],
  })
  return rows.map(({ id, order_id: orderId, signature, slot }) => ({ id, orderId, signature, slot: Number(slot) }))
}

/** Marks a payment final. Again changes nothing. */
export async function makeFinal(pg: PgPool, id: string): Promise<void> {
  // SQL: only from `confirmed`, by whoever comes first.
  await pg.query({
    name: 'solana-payment-final',
    text: `update solana_payment set state = 'final', decided_at = now() where id = $1 and state = 'confirmed'`,
    values: [id],
  })
}

/**
 * Takes back a payment that the final chain does not have: its purchase or boost is `failed` until another payment of
 * it lands, and our share leaves the ledger. Returns false when somebody else decided it.
 */
export async function takeBack(pg: PgPool, id: string): Promise<boolean> {
  // SQL: payment, purchase and ledger change in one statement.
  const { rows } = await pg.query({ name: 'solana-payment-gone', text: GONE, values: [id] })
  return rows.length === 1
}

const GONE = `
with ordered as materialized (select o.* from solana_order o join solana_payment y on y.order_id = o.id where y.id = $1::uuid for update of o),
gone as (
  update solana_payment set state = 'gone', decided_at = now() where id = $1::uuid and state = 'confirmed' and exists (select from ordered)
  returning id, order_id, verdict
),
failed as (
  update purchase p set status = 'failed', paid_at = null, updated_at = now() from gone g, ordered o
  where p.id = o.purchase_id and g.verdict = 'pays' and p.status = 'paid' returning p.id, p.status, p.delivery_status
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, reason, status, delivery_status)
  select f.id, (select max(nth) + 1 from purchase_event e where e.purchase_id = f.id), 'payment_gone', 'platform',
    'The final chain does not have the transaction that paid it.', f.status, f.delivery_status from failed f
),
ended as (
  update boost b set status = 'failed', paid_at = null, starts_at = null, ends_at = null from gone g, ordered o
  where b.id = o.boost_id and g.verdict = 'pays' and b.status = 'paid' returning b.id, b.listing_id
),
unboosted as (
  update listing l set boosted_until = (
    select max(x.ends_at) from boost x where x.listing_id = l.id and x.status = 'paid' and x.id <> e.id) from ended e where l.id = e.listing_id
),
again as (update solana_order set look_at = now() from gone where solana_order.id = gone.order_id),
back as materialized (select t.* from transfer t join gone g on g.id = t.call_id where t.kind = 'single' and t.reason = 'market:solana'),
moved as (
  insert into transfer (kind, call_id, account_id, amount, currency, reason)
  select 'single', call_id, case currency when 'sol' then ${LEDGER.solanaSalesSol} else ${LEDGER.solanaSales} end, amount, currency, 'market:solana-gone' from back
  returning id, account_id, amount, currency
),
entered as (
  insert into entry (transfer_id, account_id, amount, currency)
  select id, account_id, amount, currency from moved union all select m.id, b.account_id, -m.amount, m.currency from moved m, back b
)
select id from gone`
