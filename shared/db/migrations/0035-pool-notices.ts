import { Migration } from '@mikro-orm/migrations'

/**
 * Whether a worker has a pool open, and what it has to tell about it: why it stays closed, or what isolation it is open
 * without.
 */
export class PoolNotices extends Migration {
  override name = '0035-pool-notices'

  override up() {
    this.addSql(`alter table worker_pulse
      add column is_open boolean not null default true,
      add column notice text,
      add constraint pulse_closed_has_notice check (is_open or notice is not null)`)
  }
}
