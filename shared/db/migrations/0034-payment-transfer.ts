import { Migration } from '@mikro-orm/migrations'

/**
 * A payment is paid by one Transfer of a transaction, not by the whole of it: one transaction may use several
 * authorizations, and each moves its own USDC. Payments recorded before, and those whose log is not told, have the whole.
 */
export class PaymentTransfer extends Migration {
  override name = '0034-payment-transfer'

  override up() {
    this.addSql(`
alter table payment_proof add column log_index integer check (log_index >= 0);
create unique index payment_one_transfer on payment_proof (network, transaction, coalesce(log_index, -1)) where transaction is not null;
drop index payment_one_transaction;
`)
  }
}
