import type { ClientBase, Pool as PgPool } from 'pg'

import type { Guard, Invariant } from './invariant.ts'
import { invariants } from './invariants.rules.ts'

/** The result for one invariant: the number of rows that violate it, and the first few of them. */
export type Finding = { id: string; ok: boolean; rows: number; what: string; sample: Record<string, unknown>[] }

/** The audit reads the whole ledger: the statement timeout and the planner settings of paid calls do not fit it. */
const WHOLE_LEDGER =
  'set local statement_timeout = 0; set local enable_seqscan = on; set local enable_hashjoin = on; set local enable_mergejoin = on'

/** How long the client waits for one check, in ms: connections of the product give up on a statement after seven seconds. */
const MOST_WAIT_MS = 3_600_000

/** Checks every invariant on one snapshot, so that concurrent traffic cannot look like a violation. Writes nothing. */
export async function audit(pg: PgPool): Promise<Finding[]> {
  const client = await pg.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(WHOLE_LEDGER)
    return await auditOn(client)
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** Checks every invariant within the client's own transaction. */
export async function auditOn(client: ClientBase): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants) findings.push(await check(client, invariant))
  return findings
}

const SAMPLE = 5

async function check(client: ClientBase, { id, what, guards, broken }: Invariant): Promise<Finding> {
  const text = `
    with broken as (${broken})
    select (select count(*) from broken)::int as rows,
      coalesce((select json_agg(b) from (select * from broken limit ${SAMPLE}) b), '[]')::text as sample`
  const wait = { text, query_timeout: MOST_WAIT_MS }
  const { rows } = await client.query<{ rows: number; sample: string }>(wait)
  const missing = await missingGuards(client, guards)
  // Safe: the statement aggregates rows into an array of objects.
  const sample = JSON.parse(rows[0]?.sample ?? '[]') as Record<string, unknown>[]
  const count = (rows[0]?.rows ?? 0) + missing.length
  return { id, ok: count === 0, rows: count, what, sample: [...missing, ...sample].slice(0, SAMPLE) }
}

/**
 * Returns guards that are missing, disabled or not validated: without them the next statement could violate the
 * invariant.
 */
async function missingGuards(client: ClientBase, guards: readonly Guard[]): Promise<{ missing: string }[]> {
  const { rows } = await client.query<{ missing: string }>(GUARDS, [
    guards.map(({ kind }) => kind),
    guards.map(({ table }) => table),
    guards.map(({ name }) => name),
  ])
  return rows
}

const GUARDS = `
select g.kind || ' ' || g.name || ' of ' || g.tab as missing
from unnest($1::text[], $2::text[], $3::text[]) as g(kind, tab, name)
where not case g.kind
  when 'trigger' then exists (
    select from pg_trigger t where t.tgrelid = to_regclass(g.tab) and t.tgname = g.name and t.tgenabled in ('O', 'A'))
  when 'constraint' then exists (
    select from pg_constraint c where c.conrelid = to_regclass(g.tab) and c.conname = g.name and c.convalidated)
  else exists (
    select from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(g.tab) and c.relname = g.name and i.indisunique and i.indisvalid)
end`
