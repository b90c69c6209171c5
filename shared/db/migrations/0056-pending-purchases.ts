import { Migration } from '@mikro-orm/migrations'

/**
 * An index of the purchases of a buyer that wait for their payment, so that whoever bought much does not have all of it read
 * for each intent. Each statement is a transaction of its own and may be run again.
 */
export class PendingPurchases extends Migration {
  override name = '0056-pending-purchases'

  override isTransactional() {
    return false
  }

  override up() {
    for (const statement of INDEX) this.addSql(statement)
  }
}

// Its condition is that of IS_PENDING (shared/market/purchases/pending-room.ts), which no other index has.
const INDEX = [
  `drop index concurrently if exists purchase_pending_of_buyer`,
  `create index concurrently purchase_pending_of_buyer on purchase (buyer_id) where coalesce(status, '') = 'pending'`,
]
