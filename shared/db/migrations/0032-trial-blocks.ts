import { Migration } from '@mikro-orm/migrations'

/** The network block a trial was claimed from, as a keyed hash: a /24 of IPv4 or a /48 of IPv6. */
export class TrialBlocks extends Migration {
  override name = '0032-trial-blocks'

  override up() {
    this.addSql(`alter table trial_claim add column block_hash bytea`)
  }
}
