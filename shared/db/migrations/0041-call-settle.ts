import { Migration } from '@mikro-orm/migrations'

/** When the x402 payment of a call settles: `before` or `after` its run; null for every other payer. */
export class CallSettle extends Migration {
  override name = '0041-call-settle'

  override up() {
    this.addSql(`alter table call add column settle text check (settle in ('before', 'after'))`)
    // 7 is unearned:x402: money that arrived before its call ran.
    this.addSql(
      `update call set settle = case account_id when 7 then 'before' else 'after' end where payer = 'x402' and finished_at is null`,
    )
  }
}
