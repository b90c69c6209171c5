import { randomBytes } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'

import type { OrderLeg } from './solana-order.entity.ts'
import type { SolanaRefund } from './solana-refund.entity.ts'

/** Days for which the payment of a refund is looked for often. Asking again begins anew; a refund is never too late. */
const LOOK_DAYS = 7

export type RefundOrder = { id: string; expiresAt: Date; reference: string; memo: string; cents: number }

/**
 * Opens the order by which a seller pays his part of a refund that is due to the buyer's wallet, or returns the one that
 * is there, and has it looked for soon; whoever asks often puts no look off. `cents` is what it gives back of the price; null for a refund in SOL, whose amount
 * stands in the leg.
 */
export async function openRefundOrder(em: EntityManager, refund: SolanaRefund): Promise<RefundOrder> {
  const { paymentId, wallet, currency, sellerAmount } = refund
  const cents = currency === 'usdc' ? centsOf(sellerAmount) : 0
  const leg: OrderLeg = { role: 'buyer', wallet, cents }
  const legs = [currency === 'sol' ? { ...leg, lamports: sellerAmount.toString() } : leg]
  const values = [
    uuidv7(),
    paymentId,
    currency,
    JSON.stringify(legs),
    toBase58(randomBytes(32)),
    `farebox refund ${paymentId}`,
  ]
  // SQL: of two requests at once, one opens it and both read it.
  const { rows } = await connectionOf(em).query<Omit<RefundOrder, 'expiresAt' | 'cents'> & { expires_at: string }>({
    name: 'solana-refund-order',
    text: OPEN,
    values,
  })
  const [row] = rows
  if (row === undefined) throw new Error('the order of a refund was neither opened nor found')
  return { id: row.id, expiresAt: new Date(row.expires_at), reference: row.reference, memo: row.memo, cents }
}

const OPEN = `
insert into solana_order (id, refund_id, currency, legs, reference, memo, expires_at, look_at)
values ($1, $2, $3, $4, $5, $6, now() + interval '${LOOK_DAYS} days', now() + interval '2 seconds')
on conflict (refund_id) do update set look_at = least(coalesce(solana_order.look_at, 'infinity'), now() + interval '2 seconds')
returning id, reference, memo, ${isoUtc('expires_at')} as expires_at`
