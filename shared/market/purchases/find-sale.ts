import type { Db } from '#shared/db/open-db.ts'

import { admit, type Asker, type SeenPurchase } from './find-purchase.ts'
import { Purchase } from './purchase.entity.ts'
import { FACTS, type FactsRow, factsOf } from './purchase-facts.ts'
import type { PurchaseFacts } from './purchase.view.ts'

/** A purchase as findPurchase finds it, with what its view shows. */
export type SeenSale = SeenPurchase & { facts: PurchaseFacts }

/**
 * Finds a purchase for those whom findPurchase admits, with all that its view shows, in one statement. Throws as
 * findPurchase does.
 */
export async function findSale(db: Pick<Db, 'pg' | 'em'>, asker: Asker, id: string): Promise<SeenSale> {
  const em = await db.em()
  const { purchase: found, role: asked } = await admit(asker, id, async (uuid) => {
    // SQL: one prepared statement, because a buyer waits while a payment is confirmed.
    const { rows } = await db.pg.query<{ facts: FactsRow }>({ name: 'purchase-sale', text: READ, values: [uuid] })
    const [row] = rows
    if (row === undefined) return null
    const { facts, ...columns } = row
    const purchase = em.map(Purchase, columns)
    return { purchase: { purchase, facts, sellerId: purchase.sellerId, buyerId: purchase.buyerId }, holderId: null }
  })
  const role = asked === 'seller' ? 'seller' : 'buyer'
  return { purchase: found.purchase, role, facts: { role, ...factsOf(found.facts) } }
}

const READ = `select p.*, ${FACTS} as facts from purchase p where p.id = $1::uuid`
