import { timingSafeEqual } from 'node:crypto'

import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { type Actor, SCOPES, type Scope } from './actor.ts'
import { TERMS_VERSION } from './terms.ts'

/** A credential as it was sent, and of which kinds it may be. */
export type SentCredential = { text: string; kinds: readonly ('session' | 'key')[] }

type Row = {
  user_id: string
  account_id: string
  username: string
  is_agent: boolean
  is_suspended: boolean
  terms_version: string | null
  hmac: Buffer
  is_live: boolean
  scopes: Scope[]
  is_stale: boolean
}

/**
 * Finds the user of a session token or API key of one of the accepted `kinds`. Returns null for every credential that
 * is not valid, whatever the reason: form, checksum, unknown, expired, revoked. Known and unknown ids cost the same
 * work. Throws 403 `account_suspended` for a genuine credential of a suspended user. Records the last use of a
 * credential once a minute.
 */
export async function authenticate(
  db: Pick<Db, 'pg' | 'relaxed'>,
  mint: CredentialMint,
  { text, kinds }: SentCredential,
): Promise<Actor | null> {
  const parsed = mint.parse(text)
  const kind = parsed?.type === 'ss' ? 'session' : parsed?.type === 'ak' ? 'key' : null
  if (parsed === null || kind === null || !kinds.includes(kind)) return null
  // SQL: every request of the marketplace runs it, so it is prepared, and one round trip.
  const { rows } = await db.pg.query<Row>(
    kind === 'key'
      ? { name: 'api-key-find', text: FIND_KEY, values: [parsed.id] }
      : { name: 'session-find', text: FIND_SESSION, values: [parsed.id] },
  )
  const [row] = rows
  const fingerprint = mint.fingerprint(text)
  const stored = row?.hmac.length === fingerprint.length ? row.hmac : Buffer.alloc(fingerprint.length)
  if (!timingSafeEqual(fingerprint, stored) || row === undefined || !row.is_live) return null
  if (row.is_suspended) {
    throw new Refusal('account_suspended', 'This account is suspended.', {
      fix: { action: 'Write to support with the request_id.' },
    })
  }
  // SQL: nothing is lost with it, so it does not wait for the disk.
  if (row.is_stale) void db.relaxed.query(kind === 'key' ? NOTE_KEY_USE : NOTE_SESSION_USE, [parsed.id]).catch(() => {})
  return {
    userId: row.user_id,
    accountId: row.account_id,
    username: row.username,
    isAgent: row.is_agent,
    credential: { kind, id: parsed.id },
    scopes: kind === 'session' ? SCOPES : row.scopes,
    ...(row.terms_version === null || row.terms_version === TERMS_VERSION ? {} : { hasOldTerms: true }),
  }
}

const USER = `u.id as user_id, u.account_id, u.username, u.is_agent, u.status = 'suspended' as is_suspended, u.terms_version`
const STALE = (at: string) => `(${at} is null or ${at} < now() - interval '1 minute')`

const FIND_KEY = `
select ${USER}, k.hmac, k.scopes, k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as is_live,
  ${STALE('k.last_used_at')} as is_stale
from api_key k join market_user u on u.id = k.user_id where k.id = $1`

const FIND_SESSION = `
select ${USER}, s.hmac, '{}'::text[] as scopes, s.revoked_at is null and s.expires_at > now() as is_live,
  ${STALE('s.last_used_at')} as is_stale
from session s join market_user u on u.id = s.user_id where s.id = $1`

const NOTE_KEY_USE = `update api_key set last_used_at = now() where id = $1 and ${STALE('last_used_at')}`
const NOTE_SESSION_USE = `update session set last_used_at = now() where id = $1 and ${STALE('last_used_at')}`
