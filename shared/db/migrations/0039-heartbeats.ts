import { Migration } from '@mikro-orm/migrations'

/** The signs of life of workers are called heartbeats, in the table as in the code. */
export class Heartbeats extends Migration {
  override name = '0039-heartbeats'

  override up() {
    this.addSql('alter table worker_pulse rename to worker_heartbeat')
  }
}
