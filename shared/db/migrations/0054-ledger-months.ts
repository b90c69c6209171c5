import { Migration } from '@mikro-orm/migrations'

import { dropStatements } from './drop-statements.ts'
import { exchangeStatement } from './exchange-statement.ts'

/**
 * Transfers and entries by the month of a transfer's id, journals apart from all other transfers. Processes of the build before
 * go on: what they call `transfer_id_seq` gives the ids of journals, and all other transfers take theirs by default. Months of calls
 * can be dropped from here on.
 */
export class LedgerMonths extends Migration {
  override name = '0054-ledger-months'

  override up() {
    for (const statement of [SINGLE, TRANSFERS, ENTRIES, JOURNALS, FORMER, ...dropStatements()]) this.addSql(statement)
  }
}

// The identity goes, because partitions cannot have one in every version of PostgreSQL. Nobody takes a number of it meanwhile:
// that needs the table. Both tables are locked at once, so that whoever waits does so for the time of one exchange.
const SINGLE = `
do $$
begin
  lock table public.transfer, public.entry in access exclusive mode;
  create sequence public.transfer_single_id_seq;
  perform setval('public.transfer_single_id_seq', last_value, is_called) from public.transfer_former_id_seq;
  alter table public.transfer alter column id drop identity;
  alter table public.transfer alter column id set default nextval('public.transfer_single_id_seq');
end $$
`

const TRANSFERS = exchangeStatement('transfer', 'id', '(id)')
const ENTRIES = exchangeStatement('entry', 'transfer_id', '(transfer_id, account_id)')

// Journals of the last month of the first partition have one of their own from here on. Those of the months after it are made
// with the others (months.add).
const JOURNALS = `
do $$
declare
  parent text;
  until timestamptz;
  since timestamptz;
begin
  foreach parent in array array['transfer', 'entry'] loop
    until := months.until(format('months.%I', parent || '_first')::regclass);
    since := (until at time zone 'utc' - interval '1 month') at time zone 'utc';
    perform months.attach(format('public.%I', parent)::regclass, parent || to_char(since at time zone 'utc', '_"journal"_YYYY_MM'),
      parent || '_default', months.first_journal_id(since)::text, months.first_journal_id(until)::text);
  end loop;
end $$
`

// The indexes that kept unique what happens once stay on the first partition while it has rows: processes of before look up by them.
const FORMER = `
do $$
declare
  name text;
begin
  if exists (select from transfer) then return; end if;
  for name in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'months.transfer_first'::regclass and starts_with(c.relname, 'transfer_former_one_') loop
    execute format('drop index months.%I', name);
  end loop;
end $$
`
