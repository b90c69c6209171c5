import { Migration } from '@mikro-orm/migrations'

/** Which optional data packages a worker lacks, so that the ingress can say it. */
export class WorkerData extends Migration {
  override name = '0012-worker-data'

  override up() {
    this.addSql(`alter table worker_pulse add column lacks text[] not null default '{}'`)
  }
}
