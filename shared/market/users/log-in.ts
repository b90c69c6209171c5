import type { Db } from '#shared/db/open-db.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { Limits } from '#shared/limits.rules.ts'

import type { AccountHashes } from './account-hashes.ts'
import { MarketUser } from './market-user.entity.ts'
import type { Passwords } from './passwords.ts'
import { giveBack, consumeRateLimits, type RateLimitUse } from './consume-rate-limit.ts'
import { normaliseUsername } from './username.ts'

type Deps = { db: Pick<Db, 'pg' | 'em'>; passwords: Passwords; hashes: AccountHashes; limits: Limits }

/**
 * Checks a password for a username, or for an e-mail if the name contains an @, and returns the user's id. Throws 401 `invalid_login`, after the same
 * work for an unknown name and a wrong password; 429 after too many failures, which are counted by name (known or not)
 * and by address before anything is hashed; 403 `account_suspended` for the right password of a suspended account. An
 * e-mail may belong to several accounts; the password shows to which.
 */
export async function logIn(
  { db, passwords, hashes, limits }: Deps,
  { name, password, ip }: { name: string; password: string; ip: string },
): Promise<string> {
  const login = normaliseUsername(name)
  const turns = failureTurns(hashes, limits, login, ipBlock(ip))
  const taken = await consumeRateLimits(db.pg, turns, 'Too many logins failed; wait before the next one.')
  const em = await db.em()
  // Opening accounts with somebody's e-mail makes this list longer, but not the work: they share one salt.
  const candidates = await em.find(MarketUser, login.includes('@') ? { email: login } : { username: login }, {
    fields: ['email', 'passwordHash', 'status'],
    orderBy: { createdAt: 'asc' },
    limit: 100,
  })
  const salt = hashes.salt(candidates[0]?.email ?? login)
  const fitting = await passwords.fitting(
    password,
    candidates.map(({ passwordHash }) => passwordHash ?? null),
    salt,
  )
  const user = fitting === null ? undefined : candidates.find(({ passwordHash }) => passwordHash === fitting)
  if (fitting === null || user === undefined) throw invalidLogin()
  await giveBack(em, taken)
  if (user.status === 'suspended') {
    throw new Refusal('account_suspended', 'This account is suspended.', { fix: { action: 'Write to support.' } })
  }
  if (passwords.isOutdated(fitting)) {
    const next = await passwords.make(password, salt)
    await em.nativeUpdate(MarketUser, { id: user.id, passwordHash: fitting }, { passwordHash: next })
  }
  return user.id
}

/**
 * Checks the password of a user who is logged in. Throws 401 and 429 as `logIn` does, and 409 for an account without a
 * password.
 */
export async function provePassword(
  { db, passwords, hashes, limits }: Deps,
  { userId, password, ip }: { userId: string; password: string; ip: string },
): Promise<void> {
  const turns = failureTurns(hashes, limits, `id:${userId}`, ipBlock(ip))
  const taken = await consumeRateLimits(db.pg, turns, 'Too many wrong passwords; wait before the next one.')
  const em = await db.em()
  const { passwordHash: stored = null } = await em.findOneOrFail(
    MarketUser,
    { id: userId },
    { fields: ['passwordHash'] },
  )
  if (stored === null) {
    throw new Refusal('conflict', 'This account has no password: it is used by its keys.', {
      fix: { action: 'Rotate a key instead.', method: 'GET', path: '/api/auth/keys' },
    })
  }
  const fitting = await passwords.fitting(password, [stored], hashes.salt(userId))
  if (fitting === null) throw invalidLogin('The current password is wrong.', 'Send the password you log in with.')
  await giveBack(em, taken)
}

/**
 * Has somebody who does what cannot be taken back prove the password of their account. An account without a password, which
 * agents with API keys have, proves nothing more. Throws 422 where the password is missing, and 401 and 429 as `logIn` does.
 */
export async function provePasswordIfAny(
  deps: Deps,
  given: { userId: string; password: string | undefined; ip: string },
): Promise<void> {
  const { userId, password, ip } = given
  const user = await (await deps.db.em()).findOneOrFail(MarketUser, { id: userId }, { fields: ['passwordHash'] })
  if (!user.passwordHash) return
  if (password === undefined)
    throw invalidFields({ path: ['password'], msg: 'Field required: this account has a password', type: 'missing' })
  await provePassword(deps, { userId, password, ip })
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
