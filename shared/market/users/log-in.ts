import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { Limits } from '#shared/limits.rules.ts'

import type { AccountHashes } from './account-hashes.ts'
import type { Passwords } from './passwords.ts'
import { giveBack, consumeRateLimits, type RateLimitUse } from './consume-rate-limit.ts'
import { normaliseUsername } from './username.ts'

type Deps = { pg: PgPool; passwords: Passwords; hashes: AccountHashes; limits: Limits }
type Candidate = { id: string; email: string; password_hash: string | null; is_suspended: boolean }

/**
 * Checks a password for a username or e-mail, and returns the user's id. Throws 401 `invalid_login`, after the same
 * work for an unknown name and a wrong password; 429 after too many failures, which are counted by name (known or not)
 * and by address before anything is hashed; 403 `account_suspended` for the right password of a suspended account.
 */
export async function logIn(
  { pg, passwords, hashes, limits }: Deps,
  { name, password, ip }: { name: string; password: string; ip: string },
): Promise<string> {
  const login = normaliseUsername(name)
  const turns = failureTurns(hashes, limits, login, ipBlock(ip))
  const taken = await consumeRateLimits(pg, turns, 'Too many logins failed; wait before the next one.')
  const candidates = await findCandidates(pg, login)
  const salt = hashes.salt(candidates[0]?.email ?? login)
  const fitting = await passwords.fitting(
    password,
    candidates.map(({ password_hash }) => password_hash),
    salt,
  )
  const user = fitting === null ? undefined : candidates.find(({ password_hash }) => password_hash === fitting)
  if (fitting === null || user === undefined) throw invalidLogin()
  await giveBack(pg, taken)
  if (user.is_suspended) {
    throw new Refusal('account_suspended', 'This account is suspended.', { fix: { action: 'Write to support.' } })
  }
  if (passwords.isOutdated(fitting)) {
    const next = await passwords.make(password, salt)
    await pg.query(`update market_user set password_hash = $2 where id = $1 and password_hash = $3`, [
      user.id,
      next,
      fitting,
    ])
  }
  return user.id
}

/**
 * Checks the password of a user who is logged in. Throws 401 and 429 as `logIn` does, and 409 for an account without a
 * password.
 */
export async function provePassword(
  { pg, passwords, hashes, limits }: Deps,
  { userId, password, ip }: { userId: string; password: string; ip: string },
): Promise<void> {
  const turns = failureTurns(hashes, limits, `id:${userId}`, ipBlock(ip))
  const taken = await consumeRateLimits(pg, turns, 'Too many wrong passwords; wait before the next one.')
  const { rows } = await pg.query<Candidate>(`${CANDIDATE} where id = $1`, [userId])
  const stored = rows[0]?.password_hash ?? null
  if (stored === null) {
    throw new Refusal('conflict', 'This account has no password: it is used by its keys.', {
      fix: { action: 'Rotate a key instead.', method: 'GET', path: '/api/auth/keys' },
    })
  }
  const fitting = await passwords.fitting(password, [stored], hashes.salt(userId))
  if (fitting === null) throw invalidLogin('The current password is wrong.', 'Send the password you log in with.')
  await giveBack(pg, taken)
}

/**
 * Finds accounts by e-mail if the name contains an @, else by username. An e-mail may belong to several accounts; the
 * password shows to which.
 */
async function findCandidates(pg: PgPool, login: string): Promise<Candidate[]> {
  const { rows } = login.includes('@')
    ? await pg.query<Candidate>({ name: 'login-email', text: BY_EMAIL, values: [login] })
    : await pg.query<Candidate>({ name: 'login-name', text: BY_NAME, values: [login] })
  return rows
}

const failureTurns = (hashes: AccountHashes, limits: Limits, login: string, address: string): RateLimitUse[] => [
  { rule: limits['login-address'], who: hashes.who(`address:${address}`) },
  { rule: limits['login-name'], who: hashes.who(`name:${login}`) },
  { rule: limits['login-name-address'], who: hashes.who(JSON.stringify([login, address])) },
]

const invalidLogin = (error = 'Incorrect username or password.', action = 'Check both.') =>
  new Refusal('invalid_login', error, {
    fix: {
      action: `${action} A lost password is reset through support.`,
      method: 'POST',
      path: '/api/auth/forgot-password',
    },
  })

const CANDIDATE = `select id, email, password_hash, status = 'suspended' as is_suspended from market_user`
const BY_NAME = `${CANDIDATE} where username = $1`
// Opening accounts with somebody's e-mail makes this list longer, but not the work: they share one salt.
const BY_EMAIL = `${CANDIDATE} where email = $1 order by created_at limit 100`
