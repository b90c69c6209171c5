import { Refusal } from '#shared/errors.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { authenticate, type SentCredential } from '#shared/market/users/authenticate.ts'
import type { KeptActors } from '#shared/market/users/kept-actors.ts'

import type { IngressDeps } from '../deps.ts'
import type { Route } from '../http/route.ts'

const SIGN_IN = {
  action: 'Log in for a bearer token, or send an API key as X-API-Key.',
  method: 'POST',
  path: '/api/auth/login',
}

/**
 * Authenticates a request by the route's credential rule. X-API-Key takes precedence over Authorization where both are
 * accepted; the other one is ignored. Throws 401 for a missing, unknown, expired or revoked credential, and 403 for a
 * key without the route's scope, for a suspended account, and where somebody buys, sells or works under terms that they
 * have not accepted. With `kept` the answer may be some seconds old.
 */
export async function actorOf(
  { credential, scope, method }: Pick<Route, 'credential' | 'scope'> & { method?: Route['method'] },
  header: (name: string) => string | undefined,
  { db, mint }: Pick<IngressDeps, 'db' | 'mint'>,
  kept?: KeptActors,
): Promise<Actor | null> {
  const sent = sentCredential(header, credential !== 'bearer')
  if (sent === null) {
    if (credential === 'optional') return null
    if (credential === 'purchase' && header('x-purchase-token') !== undefined) return null
    throw new Refusal('unauthorized', 'Not authenticated: this needs an account of the marketplace.', { fix: SIGN_IN })
  }
  const actor = await (kept === undefined ? authenticate(db, mint, sent) : kept(sent))
  if (actor === null) {
    throw new Refusal('invalid_credential', 'This credential is unknown, expired or revoked.', { fix: SIGN_IN })
  }
  if (scope !== undefined && !actor.scopes.includes(scope)) {
    throw new Refusal('insufficient_scope', `This key is not for "${scope}".`, {
      fix: { action: `Use a session, or a key with the scope ${scope}.` },
      extra: { scope, scopes: actor.scopes },
    })
  }
  if (actor.hasOldTerms === true && method === 'POST' && (scope === 'buy' || scope === 'sell' || scope === 'jobs'))
    throw new Refusal('terms_changed', 'The terms changed since this account accepted them; nothing was done.', {
      fix: { action: 'Read GET /api/auth/terms and accept its version.', method: 'POST', path: '/api/auth/terms' },
    })
  return actor
}

function sentCredential(header: (name: string) => string | undefined, takesKeyHeader: boolean): SentCredential | null {
  const key = takesKeyHeader ? header('x-api-key') : undefined
  if (key !== undefined) return { text: key.trim(), kinds: ['key'] }
  const authorization = header('authorization')
  if (authorization === undefined) return null
  const token = /^bearer +(\S+)\s*$/i.exec(authorization)?.[1]
  // Another scheme is an invalid credential, not a missing one.
  return { text: token ?? '', kinds: ['session', 'key'] }
}
