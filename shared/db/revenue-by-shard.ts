/**
 * The statements that book our side of calls on a sub-account for each shard: `revenue:outcomes` for the first,
 * `revenue:outcomes:1` for the next. `migrate` runs them with `SHARDS`, so what earlier journals say stays.
 */
export const revenueByShard = (shards: number): readonly string[] => [
  `insert into account (code, kind) select 'revenue:outcomes:' || n, 'revenue' from generate_series(1, ${shards - 1}) n on conflict (code) do nothing`,
  `do $do$ begin execute format(
    'create or replace function revenue_account(of_account bigint) returns bigint language sql immutable parallel safe return (%L::bigint[])[1 + of_account %% ${shards}]',
    (select array_agg(a.id order by n) from generate_series(0, ${shards - 1}) n
      join account a on a.code = case n when 0 then 'revenue:outcomes' else 'revenue:outcomes:' || n end)); end $do$`,
]
