import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

import type { OrderLeg } from './solana-order.entity.ts'

/** A price of SOL that was offered for an order, in millionths of a dollar. */
export type Quote = { microUsdPerSol: bigint; validUntil: Date }

/** An order as it is paid and judged. `quotes` are those of an order in SOL, the newest first. */
export type Order = {
  id: string
  /** What it pays for. */
  subject: 'purchase' | 'boost' | 'refund'
  /** Whether its purchase is the win of an auction. */
  isWin: boolean
  currency: 'usdc' | 'sol'
  legs: OrderLeg[]
  reference: string
  memo: string
  createdAt: Date
  expiresAt: Date
  quotes: Quote[]
}

/** Reads an order with its quotes; null when there is none. */
export async function readOrder(pg: PgPool, id: string): Promise<Order | null> {
  // SQL: one prepared statement for what is read at every look.
  const { rows } = await pg.query<Row>({ name: 'solana-order-read', text: READ, values: [id] })
  const [row] = rows
  if (row === undefined) return null
  const { subject, currency, legs, reference, memo } = row
  const [createdAt, expiresAt] = [new Date(row.created_at), new Date(row.expires_at)]
  const quotes = row.quotes.map(({ rate, until }) => ({ microUsdPerSol: BigInt(rate), validUntil: new Date(until) }))
  return { id, subject, isWin: row.is_win, currency, legs, reference, memo, createdAt, expiresAt, quotes }
}

type Row = Omit<Order, 'id' | 'isWin' | 'createdAt' | 'expiresAt' | 'quotes'> & {
  is_win: boolean
  created_at: string
  expires_at: string
  quotes: { rate: string; until: string }[]
}

const READ = `
select case when o.boost_id is not null then 'boost' when o.refund_id is not null then 'refund' else 'purchase' end as subject,
  exists (select from purchase p where p.id = o.purchase_id and p.kind = 'auction_win') as is_win, o.currency, o.legs, o.reference, o.memo, ${isoUtc('o.created_at')} as created_at, ${isoUtc('o.expires_at')} as expires_at, coalesce((
  select jsonb_agg(jsonb_build_object('rate', q.micro_usd_per_sol::text, 'until', q.valid_until) order by q.valid_until desc)
  from solana_quote q where q.order_id = o.id), '[]') as quotes
from solana_order o where o.id = $1::uuid`
