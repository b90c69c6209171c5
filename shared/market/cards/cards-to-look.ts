import type { Pool as PgPool } from 'pg'

/** A payment that has not come in, with whether its time to pay is over. */
export type OpenCard = {
  purchaseId: string
  /** Whether it pays a hire, whose id `purchaseId` then is. */
  isHire: boolean
  intentId: string | null
  amountCents: number
  isOver: boolean
  isPayable: boolean
}

/**
 * Takes open payments whose time to be looked at has come, and plans their next look: every minute until their purchase
 * expires and for an hour after it, then every hour. Safe to run concurrently.
 */
export async function cardsToLook(pg: PgPool, limit: number): Promise<OpenCard[]> {
  // SQL: of several processes, one takes a payment.
  const { rows } = await pg.query<Row>({ name: 'cards-to-look', text: TAKE, values: [limit] })
  return rows.map(openCard)
}

/** Reads the open payment of a purchase; null when there is none (any more). */
export async function readOpenCard(pg: PgPool, purchaseId: string): Promise<OpenCard | null> {
  // SQL: with the state of its purchase.
  const { rows } = await pg.query<Row>({ name: 'card-open-read', text: READ, values: [purchaseId] })
  return rows[0] === undefined ? null : openCard(rows[0])
}

/**
 * Notes which intent at the processor is that of a payment. False when the payment has another one, or is over.
 */
export async function noteIntent(pg: PgPool, purchaseId: string, intentId: string): Promise<boolean> {
  // SQL: only where there is none.
  const { rowCount } = await pg.query({
    name: 'card-intent-note',
    text: `update card_payment set intent_id = $2 where purchase_id = $1 and coalesce(intent_id, $2) = $2 and state = 'open'`,
    values: [purchaseId, intentId],
  })
  return rowCount === 1
}

/** The purchase or hire that an intent pays; null for an unknown intent. */
export async function purchaseOfIntent(pg: PgPool, intentId: string): Promise<string | null> {
  // SQL: by an index of intents.
  const { rows } = await pg.query<{ purchase_id: string }>({
    name: 'card-intent-purchase',
    text: 'select purchase_id from card_payment where intent_id = $1',
    values: [intentId],
  })
  return rows[0]?.purchase_id ?? null
}

/** Ends a payment for which no intent was ever made, once its purchase is over. */
export async function endUnmade(pg: PgPool, purchaseId: string): Promise<void> {
  // SQL: only while there is no intent.
  await pg.query(
    `update card_payment set state = 'canceled', look_at = null where purchase_id = $1 and intent_id is null and state = 'open'`,
    [purchaseId],
  )
}

type Row = {
  purchase_id: string
  is_hire: boolean
  intent_id: string | null
  amount_cents: number
  is_over: boolean
  is_payable: boolean
}

const openCard = (row: Row): OpenCard => ({
  purchaseId: row.purchase_id,
  isHire: row.is_hire,
  intentId: row.intent_id,
  amountCents: row.amount_cents,
  isOver: row.is_over,
  isPayable: row.is_payable,
})

/** SQL: what a payment `c` pays: a purchase that waits for it, or a hire of an open job. */
const OF = (payment: string) => `
left join purchase p on p.id = ${payment}.purchase_id
left join card_hire h on h.id = ${payment}.hire_id left join job j on j.id = h.job_id left join proposal a on a.id = h.proposal_id`
const WAITS = `case when h.id is null then p.status in ('pending', 'failed') else j.status = 'open' and a.status = 'pending' end`
const EXPIRES_AT = 'coalesce(p.expires_at, h.expires_at)'
const COLUMNS = `c.purchase_id, h.id is not null as is_hire, c.intent_id, c.amount_cents,
  not ${WAITS} or ${EXPIRES_AT} <= now() as is_over, ${WAITS} and ${EXPIRES_AT} > now() as is_payable`

const READ = `select ${COLUMNS} from card_payment c ${OF('c')} where c.purchase_id = $1 and c.state = 'open'`

const TAKE = `
update card_payment c set look_at = case
    when now() > ${EXPIRES_AT} + interval '1 hour' then now() + interval '1 hour'
    when now() > ${EXPIRES_AT} then now() + interval '1 minute'
    else least(now() + interval '1 minute', ${EXPIRES_AT} + interval '1 second')
  end
from (select purchase_id, hire_id from card_payment where look_at <= now() order by look_at limit $1 for update skip locked) due ${OF('due')}
where c.purchase_id = due.purchase_id and c.state = 'open' returning ${COLUMNS}`
