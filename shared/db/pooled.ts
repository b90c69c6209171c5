import { setTimeout as pause } from 'node:timers/promises'

import pg, { type Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'

import { SESSIONS, type SessionKind } from './connection-options.ts'
import { isOutage } from './outage.ts'

const RETRY_MS = 500

/** Database names of a pooler, by what is added to that of DATABASE_URL: each sets its sessions in its own way. */
const SUFFIXES: Readonly<Record<SessionKind, string>> = { pg: '', relaxed: '_relaxed', lists: '_lists' }

type Query = (this: pg.Client, ...asked: unknown[]) => unknown
// Safe: pg's own method, called on what it was called on.
// oxlint-disable-next-line typescript/unbound-method
const query = pg.Client.prototype.query as unknown as Query

/**
 * A connection whose statements have no names. A pooler in transaction mode gives each statement to any server session,
 * which does not know the names that others have heard; PgBouncer follows them from 1.21 on alone.
 */
export class UnnamedClient extends pg.Client {}
UnnamedClient.prototype.query = function withoutName(this: pg.Client, ...asked: unknown[]) {
  const [first] = asked
  // What submits itself (a cursor) is left as it is.
  if (typeof first === 'object' && first !== null && 'name' in first && 'text' in first && !('submit' in first)) {
    const { name: _, ...unnamed } = first
    asked[0] = unnamed
  }
  return query.apply(this, asked)
  // Safe: the same arguments and results.
} as unknown as typeof pg.Client.prototype.query

/** The address under which a pooler serves sessions of a kind: the database's name with `_relaxed` or `_lists` behind it. */
export function pooledUrl(databaseUrl: string, kind: SessionKind): string {
  const url = new URL(databaseUrl)
  url.pathname += SUFFIXES[kind]
  return url.href
}

/** The statement with which a pooler sets a new session of a kind (`connect_query` of PgBouncer). */
export const sessionStatements = (kind: SessionKind): string =>
  Object.entries(SESSIONS[kind])
    .filter(([name]) => name !== 'timezone')
    .map(([name, value]) => `set ${name} to '${value}';`)
    .join(' ')

/** What sessions of a pool are set to otherwise than they must be, one sentence each. Rejects while the database is away. */
export async function wrongSettings(pool: PgPool, kind: SessionKind): Promise<string[]> {
  const wanted = Object.entries(SESSIONS[kind])
  const { rows } = await pool.query<{ found: string[] }>(
    'select array_agg(current_setting(name) order by nth) as found from unnest($1::text[]) with ordinality as asked (name, nth)',
    [wanted.map(([name]) => name)],
  )
  const found = rows[0]?.found ?? []
  return wanted.flatMap(([name, value], nth) =>
    found[nth] === value ? [] : [`Its sessions have ${name} ${found[nth]}, and ${value} is needed.`],
  )
}

/**
 * Resolves once the sessions of every pool are seen to be set as they must be; tries again while the database is away.
 * Throws an Error that names what the pooler has to set. Statements on wrong sessions would wait for locks for ever, or
 * read whole tables.
 */
export async function requireSessions(
  pools: Readonly<Record<SessionKind, PgPool>>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  for (const kind of ['pg', 'relaxed', 'lists'] as const) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const [first] = await wrongSettings(pools[kind], kind)
        if (first !== undefined)
          throw new WrongSessions(
            `The pooler of DATABASE_URL serves the database "...${SUFFIXES[kind]}" wrongly. ${first} Set it by connect_query, and timezone by "alter database" (docs/operating.md, "PgBouncer").`,
          )
        break
      } catch (error) {
        if (error instanceof WrongSessions || !isOutage(error)) throw error
        if (attempt % 10 === 0) log.warn({ err: error }, 'waiting for the pooler of the database')
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}

class WrongSessions extends Error {
  override readonly name = 'WrongSessions'
}
