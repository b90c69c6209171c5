import type { ClientBase, Pool as PgPool } from 'pg'

/** The balance below which a watched key that names no threshold itself is low, in micro-USDC. */
const LOW_AT = 1_000_000

/**
 * Notes that somebody listens to a stream, so that the calls of its key or pass become events from now on. A stream that
 * is watched already costs one read. Streams of accounts need no note.
 */
export async function watchStream(sql: PgPool | ClientBase, stream: string): Promise<void> {
  const [kind = '', id = ''] = stream.split(':')
  if (kind === 'key') await sql.query({ name: 'watch-key', text: WATCH_KEY, values: [id] })
  if (kind === 'pass') await sql.query({ name: 'watch-pass', text: WATCH_PASS, values: [id] })
}

const WATCH_KEY = `update account set is_watched = true, low_at = coalesce(low_at, ${LOW_AT}) where id = $1::bigint and not is_watched`
const WATCH_PASS = `update pass set is_watched = true where id = $1::uuid and not is_watched`
