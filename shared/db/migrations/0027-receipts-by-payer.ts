import { Migration } from '@mikro-orm/migrations'

/** Nonces of receipts are unique for who pays and its agent: nobody uses up the nonces of another's agent of the same name. */
export class ReceiptsByPayer extends Migration {
  override name = '0027-receipts-by-payer'

  override up() {
    this.addSql(
      'alter table action_receipt drop constraint action_receipt_pkey, add primary key (owner, agent_id, nonce)',
    )
  }
}
