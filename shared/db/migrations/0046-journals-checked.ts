import { Migration } from '@mikro-orm/migrations'

/** Reads the transfers that were there before journals, so that the check of 0043 holds for them, too. */
export class JournalsChecked extends Migration {
  override name = '0046-journals-checked'

  override up() {
    this.addSql('alter table transfer validate constraint transfer_kind_check')
  }
}
