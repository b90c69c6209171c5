import { LockMode } from '@mikro-orm/core'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { changePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { refundSale } from './refund-sale.ts'

/** Hours in which a seller delivers what is not delivered at once. */
export const DELIVERY_HOURS = 72
const AT_ONCE = 50

/**
 * Ends purchases whose seller did not deliver within DELIVERY_HOURS: the delivery has failed, and the price goes back.
 * One on Solana whose payment is not final waits. Returns how many were due. Safe to run concurrently.
 */
export async function failLateDeliveries(db: Pick<Db, 'pg' | 'em'>, mint: CredentialMint): Promise<number> {
  // SQL: by an index of what is awaited.
  const { rows } = await db.pg.query<{ id: string }>(DUE)
  for (const { id } of rows) {
    await inUnitOfWork(db, async (em) => {
      const purchase = await em.findOne(Purchase, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
      if (purchase?.deliveryStatus !== 'awaiting' || purchase.status !== 'paid') return
      const reason = `Its seller did not deliver it within ${DELIVERY_HOURS} hours.`
      await changePurchase(em, purchase, { event: 'delivery_failed', by: 'platform', reason })
      await refundSale(em, mint, purchase, { by: 'platform', reason })
    })
  }
  return rows.length
}

const DUE = `
select p.id from purchase p where p.delivery_status = 'awaiting' and status = 'paid' and rail in ('prepaid', 'x402', 'solana', 'card')
  and paid_at < now() - interval '${DELIVERY_HOURS} hours'
  and (p.rail <> 'solana' or exists (
    select from solana_order o join solana_payment y on y.order_id = o.id where o.purchase_id = p.id and y.verdict = 'pays' and y.state = 'final'))
order by paid_at limit ${AT_ONCE}`
