import { Migration } from '@mikro-orm/migrations'

/** Finds the purchases whose sellers have to deliver, oldest first, without reading the others. */
export class AwaitedDeliveries extends Migration {
  override name = '0024-awaited-deliveries'

  override up() {
    this.addSql(`create index purchase_awaited on purchase (paid_at) where delivery_status = 'awaiting'`)
  }
}
