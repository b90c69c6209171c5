/**
 * Mistakes planted into the product's statements, so that a chaos run can be shown to find them (`--plant`). Loaded into
 * the processes of such a run only.
 */
import pg from 'pg'

const plant = process.env['CHAOS_PLANT'] ?? ''

type Change = { statement: string; replace: string; by: string }

/** What each mistake takes out of a statement. */
const CHANGES: Record<string, Change[]> = {
  'no-fence': [
    {
      statement: 'call-finish',
      replace: `where c.id = $1::uuid and c.state in ('held', 'running') and c.lease_until is not null and c.attempt = $2::int`,
      by: 'where c.id = $1::uuid and $2::int > 0',
    },
    {
      statement: 'call-finish-batch',
      replace: `where c.id = e.id and c.state in ('held', 'running') and c.lease_until is not null and c.attempt = e.attempt`,
      by: 'where c.id = e.id',
    },
  ],
  'no-unique-hold': [
    { statement: 'call-accept-keyed', replace: 'on c.idem = $8::text', by: 'on c.idem = $8::text and false' },
    { statement: 'call-accept-keyed-batch', replace: 'on c.idem = r.idem', by: 'on c.idem = r.idem and false' },
  ],
  'capture-before-store': [
    { statement: 'call-finish', replace: 'result = $4::text,', by: 'result = nullif($4::text, $4::text),' },
    { statement: 'call-finish-batch', replace: 'result = e.result,', by: 'result = null,' },
  ],
}

function planted(statement: string, text: string): string {
  const own = (CHANGES[plant] ?? []).filter((change) => change.statement === statement)
  return own.reduce((changed, { replace, by }) => {
    if (!changed.includes(replace)) throw new Error(`nothing to plant in ${statement}: ${replace}`)
    return changed.replace(replace, by)
  }, text)
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown
// Safe: pg's own method, called on what it was called on.
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query as unknown as Query
pg.Client.prototype.query = function withPlant(this: pg.Client, ...args: unknown[]) {
  const [config] = args
  if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config) {
    args[0] = { ...config, text: planted(String(config.name), String(config.text)) }
  }
  return query.apply(this, args)
} as unknown as typeof pg.Client.prototype.query

/** What a planted mistake needs the database to let through. */
export const LET_THROUGH: Record<string, string[]> = {
  'no-fence': [
    'drop trigger call_states on call',
    'drop index transfer_one_resolution',
    'alter table account drop constraint account_not_overdrawn',
  ],
  'no-unique-hold': ['drop trigger call_takes_key on call'],
  'capture-before-store': ['alter table call drop constraint call_captured_has_result'],
}
