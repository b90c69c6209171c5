import pg from 'pg'

import { AccessError } from './installation-access.ts'

/** Runs an operator's task with a small pool of its own. Connection failures become AccessError, one line. */
export async function withDatabase<T>(databaseUrl: string, task: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 5_000 })
  // A lost connection makes the task's next statement fail.
  pool.on('error', () => {})
  try {
    return await task(pool)
  } catch (error) {
    const why = reasonOf(error)
    throw why === undefined ? error : new AccessError(why, { cause: error })
  } finally {
    await pool.end().catch(() => {})
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The database does not answer. Is it (or the playground, npm start) running?',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  '28P01': 'The database refuses the password.',
  '28000': 'The database refuses this user.',
  '3D000': 'The database of DATABASE_URL does not exist.',
  '42P01': 'The database has no tables of ours yet: npm run migrate makes them.',
}

function reasonOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (error instanceof Error && /timeout/i.test(error.message)) return 'The database does not answer in time.'
  return REASONS[code]
}
