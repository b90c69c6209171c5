import { AnswerCache } from '#shared/lib/concurrency/answer-cache.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { Actor, Scope } from './actor.ts'
import { authenticate, type SentCredential } from './authenticate.ts'

/** Milliseconds for which the user of a credential is kept, and credentials that are kept. */
const KEPT_MS = 5_000
const MOST_KEPT = 10_000

/** There is nothing to keep: the credential is not valid, or what it may do is about to change. */
class NotKept extends Error {
  override readonly name = 'NotKept'
  readonly actor: Actor | null
  constructor(actor: Actor | null) {
    super('this credential is not kept')
    this.actor = actor
  }
}

/**
 * Finds the user of a credential as `authenticate` does, and keeps the answer for five seconds. Only for requests whose
 * deciding statement looks at the credential again (seenCredentials): one that was revoked meanwhile is still found
 * here. Credentials that are not valid, and users who have not accepted the terms, are looked up each time.
 */
export function keptActors(db: Pick<Db, 'pg' | 'relaxed'>, mint: CredentialMint) {
  const kept = new AnswerCache<Actor>(MOST_KEPT, { maxAgeMs: KEPT_MS })
  return async (sent: SentCredential): Promise<Actor | null> => {
    // The fingerprint is of the whole credential, so one with the id of another finds nothing of it.
    const name = `${sent.kinds.join()} ${mint.fingerprint(sent.text).toString('base64')}`
    try {
      return await kept.get(name, async () => {
        const actor = await authenticate(db, mint, sent)
        if (actor === null || actor.hasOldTerms === true) throw new NotKept(actor)
        return actor
      })
    } catch (error) {
      if (error instanceof NotKept) return error.actor
      throw error
    }
  }
}

export type KeptActors = ReturnType<typeof keptActors>

/** The columns by which a statement looks at a credential again, for jsonb_to_recordset. */
export const SENT_CREDENTIAL = 'user_id uuid, credential_kind text, credential_id text'

/** The values of SENT_CREDENTIAL for an actor. */
export const sentCredential = ({ userId, credential }: Pick<Actor, 'userId' | 'credential'>) => ({
  user_id: userId,
  credential_kind: credential.kind,
  credential_id: credential.id,
})

/**
 * CTE `seen`: the rows of `asked`, which have the columns of SENT_CREDENTIAL, each with `is_live`: its credential is in
 * force now, is for the scope, and is not of a suspended user. Each is looked up by its key, whatever the tables hold.
 */
export const seenCredentials = (scope: Scope): string => `
seen as materialized (
  select a.*, coalesce((select u.status <> 'suspended' from market_user u where u.id = a.user_id) and case a.credential_kind
    when 'session' then (select s.user_id = a.user_id and s.revoked_at is null and s.expires_at > now() from session s where s.id = a.credential_id)
    when 'key' then (select k.user_id = a.user_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and '${scope}' = any(k.scopes)
      from api_key k where k.id = a.credential_id)
  end, false) as is_live from asked a
)`
