import { Migration } from '@mikro-orm/migrations'

/**
 * Reads today's events, so that they can become the first partition without being read again while calls wait, and notes the
 * Idempotency-Keys that are taken. Each statement is a transaction of its own and may be run again.
 */
export class MonthsRead extends Migration {
  override name = '0049-months-read'

  override isTransactional() {
    return false
  }

  override up() {
    for (const statement of [...INDEX, ...VALIDATED, ...TAKEN]) this.addSql(statement)
  }
}

// The key of a partitioned table has its month.
const INDEX = [
  `drop index concurrently if exists event_of_month`,
  `create unique index concurrently event_of_month on event (id, created_at)`,
]

const VALIDATED = [`alter table event validate constraint event_first_months`]

// A call that is released or purged meanwhile waits for its row, and frees the key that was noted. The unique index of 0003
// says which call has a key; the trigger may have noted one that this index refused.
const taken = (which: string) => `
insert into call_key (idem, call_id, input_digest)
select idem, id, input_digest from call where idem is not null and state <> 'released' and finished_at is ${which} for share
on conflict (idem) do update set call_id = excluded.call_id, input_digest = excluded.input_digest`
const TAKEN = [taken('not null'), taken('null')]
