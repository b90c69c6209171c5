import { Migration } from '@mikro-orm/migrations'

/** What is bought by x402 and is no call: where the money of passes stands, one move a purchase, its Idempotency-Key. */
export class Purchases extends Migration {
  override name = '0010-purchases'

  override up() {
    this.addSql(`
insert into account (id, code, kind) values (9, 'revenue:passes', 'revenue');
create unique index transfer_one_purchase on transfer (call_id) where reason = 'purchase:x402';
alter table payment_proof add column idem text;
create unique index payment_idem on payment_proof (idem) where idem is not null`)
  }
}
