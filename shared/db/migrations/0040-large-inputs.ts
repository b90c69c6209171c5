import { Migration } from '@mikro-orm/migrations'

/**
 * Large inputs are kept uncompressed: compressing one of 8 MB takes PostgreSQL a fifth of a second, in the statement that
 * accepts the call. They are removed when the call has ended.
 */
export class LargeInputs extends Migration {
  override name = '0040-large-inputs'

  override up() {
    this.addSql('alter table call alter column input set storage external')
  }
}
