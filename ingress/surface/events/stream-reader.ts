import { Refusal } from '#shared/errors.ts'
import { streamOfLedgerAccount, streamOfPass, streamOfUser } from '#shared/events/stream.ts'
import type { Scope } from '#shared/market/users/actor.ts'

import type { IngressDeps } from '../../deps.ts'
import { payingCredentials } from '../../http/paying-credentials.ts'
import type { RouteRequest } from '../../http/route.ts'
import { actorOf } from '../actor-of.ts'
import { findKnownKey } from '../balance-key.ts'

/** Whose events a request may read and have sent. `userId` is null for a key and a pass. */
export type StreamReader = { stream: string; kind: 'account' | 'prepaid' | 'trial' | 'pass'; userId: string | null }

/**
 * Finds the stream of a request: that of its service key, else of its pass, else of its account. A revoked key and a pass
 * that has ended still read theirs. Throws 401 for a missing or unknown credential, and 403 for an API key without the
 * scope.
 */
export async function streamReaderOf(
  deps: Pick<IngressDeps, 'db' | 'mint'>,
  { header }: Pick<RouteRequest, 'header'>,
  scope: Scope,
): Promise<StreamReader> {
  const { key, pass } = payingCredentials(header)
  if (key !== undefined) {
    const { id, kind } = await findKnownKey(deps, { header })
    const { rows } = await deps.db.pg.query<{ account_id: string }>({
      name: 'stream-of-key',
      text: 'select account_id::text from service_key where id = $1',
      values: [id],
    })
    return { stream: streamOfLedgerAccount(rows[0]?.account_id ?? ''), kind, userId: null }
  }
  if (pass !== undefined) return { stream: streamOfPass(await passIdOf(deps, pass)), kind: 'pass', userId: null }
  const actor = await actorOf({ credential: 'key', scope }, header, deps)
  // Safe: a route of accounts has an actor, or refused the request.
  const { userId } = actor as NonNullable<typeof actor>
  return { stream: streamOfUser(userId), kind: 'account', userId }
}

async function passIdOf({ db, mint }: Pick<IngressDeps, 'db' | 'mint'>, sent: string): Promise<string> {
  const parsed = mint.parse(sent)
  const { rows } = await db.pg.query<{ id: string }>({
    name: 'stream-of-pass',
    text: 'select id from pass where pass_id = $1 and hmac = $2',
    values: [parsed?.id ?? '', mint.fingerprint(sent)],
  })
  const [row] = rows
  if (parsed === null || row === undefined)
    throw new Refusal('invalid_credential', 'This pass does not exist.', { fix: { action: 'Check the pass token.' } })
  return row.id
}
