import { Refusal } from '#shared/errors.ts'
import { findKey, type KnownKey } from '#shared/money/prepaid/find-key.ts'

import { refuseKey, refuseMalformedKey } from '../call/challenge/refuse-credential.ts'
import type { IngressDeps } from '../deps.ts'
import { payingCredentials } from '../http/paying-credentials.ts'
import type { RouteRequest } from '../http/route.ts'

type Deps = Pick<IngressDeps, 'db' | 'mint'>

/** Finds the service key of a request, active or revoked. Throws 401 for a missing or unknown key. */
export async function findKnownKey({ db, mint }: Deps, { header }: Pick<RouteRequest, 'header'>): Promise<KnownKey> {
  const { key: sent } = payingCredentials(header)
  if (sent === undefined) {
    throw new Refusal('unauthorized', 'This route is about a service key, and none was sent.', {
      fix: { action: 'Send your key in X-Service-Key, or as Authorization: Bearer.' },
    })
  }
  const key = await findKey(db.pg, mint, sent)
  if (key === null) throw refuseMalformedKey(sent)
  return key
}

/** Finds the active service key of a request. Throws 401 for a missing, unknown or revoked key. */
export async function activeKeyOf(deps: Deps, request: Pick<RouteRequest, 'header'>): Promise<KnownKey> {
  const key = await findKnownKey(deps, request)
  if (key.status === 'revoked') throw keyRevoked()
  return key
}

/** 401 for a revoked key. */
export const keyRevoked = (): Refusal => refuseKey('key_revoked', 0, 0n)
