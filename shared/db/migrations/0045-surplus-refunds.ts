import { Migration } from '@mikro-orm/migrations'

/** From when on a refund on Solana that waits for its seller keeps him from selling; of those that wait now, from now on. */
export class SurplusRefunds extends Migration {
  override name = '0045-surplus-refunds'

  override up() {
    this.addSql(COLUMN)
  }
}

const COLUMN = `alter table solana_refund add column stops_sales_at timestamptz not null default now()`
