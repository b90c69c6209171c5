import { Migration } from '@mikro-orm/migrations'

/** Which wallet paid for a key or a pass is found when it attests: whoever buys ten keys is still one counterparty. */
export class EvidenceFunders extends Migration {
  override name = '0028-evidence-funders'

  override up() {
    this.addSql(
      `create index transfer_bought on transfer (account_id) where reason in ('purchase:x402', 'credit:x402')`,
    )
    this.addSql(`create index payment_of_product on payment_proof (secret_ref) where product is not null`)
  }
}
