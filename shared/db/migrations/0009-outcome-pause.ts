import { Migration } from '@mikro-orm/migrations'

/** Outcomes that rest because their calls ended workers. An operator may rest one by hand: a row with a time. */
export class OutcomePause extends Migration {
  override name = '0009-outcome-pause'

  override up() {
    this.addSql(`create table outcome_pause (
      slug text primary key,
      strikes integer not null default 1,
      paused_until timestamptz not null
    )`)
  }
}
