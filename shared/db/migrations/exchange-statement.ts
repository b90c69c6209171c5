/**
 * Returns a statement that makes a table the first partition of a new one of its name, with its checks, indexes and triggers.
 * The table must have a validated check `TABLE_first_months` on `column`, so that no row is read: who writes waits for some
 * milliseconds. What other processes prepared is prepared anew by PostgreSQL. Unique indexes stay where they are, but for the
 * primary key, which is `key`.
 */
export const exchangeStatement = (
  table: 'call' | 'event' | 'transfer' | 'entry',
  column: string,
  key: string,
): string => `
do $$
declare
  bound text;
  definition text;
  indexes text[];
  triggers text[];
begin
  lock table public.${table} in access exclusive mode;
  select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] into strict bound
  from pg_constraint where conrelid = 'public.${table}'::regclass and conname = '${table}_first_months' and convalidated;
  select array_agg(pg_get_indexdef(indexrelid)) into indexes from pg_index where indrelid = 'public.${table}'::regclass and not indisunique;
  select coalesce(array_agg(pg_get_triggerdef(oid)), '{}') into triggers from pg_trigger where tgrelid = 'public.${table}'::regclass and not tgisinternal;
  for definition in select format('drop trigger %I on public.${table}', tgname) from pg_trigger where tgrelid = 'public.${table}'::regclass and not tgisinternal loop
    execute definition;
  end loop;
  alter table public.${table} set schema months;
  alter table months.${table} rename to ${table}_first;
  create table public.${table} (like months.${table}_first including defaults including generated including constraints including storage)
    partition by range (${column});
  alter table public.${table} drop constraint ${table}_first_months;
  alter table public.${table} add constraint ${table}_pkey primary key ${key};
  foreach definition in array indexes || triggers loop execute definition; end loop;
  execute format('alter table public.${table} attach partition months.${table}_first for values from (minvalue) to (%L)', bound);
  alter table months.${table}_first drop constraint ${table}_first_months;
  perform months.guard('public.${table}', '${table}_first');
end $$
`
