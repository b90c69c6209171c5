/**
 * Mistakes planted into the product's statements, so that a chaos run can be shown to find them (`--plant`). Loaded into
 * the processes of such a run only.
 */
import pg from 'pg'

const plant = process.env['CHAOS_PLANT']

const change: Record<string, (name: string, text: string) => string> = {
  'no-fence': (name, text) =>
    name === 'call-finish'
      ? text.replace(`where c.id = e.id and c.state = 'running' and c.attempt = e.attempt`, 'where c.id = e.id')
      : text,
  'no-unique-hold': (name, text) =>
    name === 'call-finish'
      ? text.replace(`where c.id = e.id and c.state = 'running' and c.attempt = e.attempt`, 'where c.id = e.id')
      : text,
  'capture-before-store': (name, text) =>
    name === 'call-start'
      ? text.replace(`set state = 'running'`, `set state = 'running', steps = 'planted'`)
      : name === 'call-finish'
        ? text.replace('result = e.result,', 'result = null,')
        : text,
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown
// Safe: pg's own method, called on what it was called on.
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query as unknown as Query
pg.Client.prototype.query = function planted(this: pg.Client, ...args: unknown[]) {
  const [config] = args
  if (typeof config === 'object' && config !== null && 'name' in config && 'text' in config) {
    const changed = change[plant ?? '']?.(String(config.name), String(config.text))
    if (changed !== undefined) args[0] = { ...config, text: changed }
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
  'no-unique-hold': [
    'drop trigger call_states on call',
    'drop index transfer_one_resolution',
    'alter table account drop constraint account_not_overdrawn',
  ],
  'capture-before-store': ['alter table call drop constraint call_captured_has_result'],
}
