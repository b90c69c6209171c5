import { Migration } from '@mikro-orm/migrations'

/**
 * Gives the calls of parts of workflows ids of the months of their workflows, as they have from this release on, and reads
 * today's calls, so that they can become the first partition without being read again while calls wait. It runs when no
 * process of a build before this release is left: those give parts other ids. Each statement is a transaction of its own and
 * may be run again.
 */
export class CallMonthsRead extends Migration {
  override name = '0051-call-months-read'

  override isTransactional() {
    return false
  }

  override up() {
    for (const statement of [PARTS, BOUND, VALIDATED]) this.addSql(statement)
  }
}

// The first 48 bits are those of the workflow (accept-part.ts); the rest of the id stays.
const PARTS = `
update call set id = (left(part_of::text, 13) || substr(id::text, 14))::uuid
where part_of is not null and left(id::text, 13) <> left(part_of::text, 13)`

// More than a month from now, so that a migration that was interrupted can be finished without haste.
const BOUND = `
do $$
declare
  until constant timestamptz := (date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc';
begin
  if exists (select from pg_constraint where conrelid = 'public.call'::regclass and conname = 'call_first_months') then return; end if;
  execute format('alter table call add constraint call_first_months check (id < %L) not valid', months.first_uuid(until));
end $$
`
const VALIDATED = `alter table call validate constraint call_first_months`
