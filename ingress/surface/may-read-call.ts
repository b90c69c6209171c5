import { timingSafeEqual } from 'node:crypto'

import type { CallView } from '#shared/calls/read.ts'

import type { IngressDeps } from '../deps.ts'
import { payingCredentials } from '../http/paying-credentials.ts'

/**
 * Whether a request may read a call. Accepted: the call's token, the key or pass that paid (even if revoked or expired
 * since), or the active key that took over the account of the paying key. A revoked or replaced key cannot read calls
 * that a later key of its account paid.
 */
export async function mayReadCall(
  { mint, db }: Pick<IngressDeps, 'mint' | 'db'>,
  call: CallView,
  header: (name: string) => string | undefined,
): Promise<boolean> {
  const token = header('x-call-token')
  if (token !== undefined && equal(token, mint.callToken(call.callId))) return true
  const { key, pass } = payingCredentials(header)
  if (key !== undefined && call.serviceKeyId !== null && mint.parse(key) !== null) {
    const { rowCount } = await db.pg.query(
      `select from service_key paid join service_key sent using (account_id)
       where paid.id = $1 and sent.hmac = $2 and (sent.id = paid.id or sent.status = 'active')`,
      [call.serviceKeyId, mint.fingerprint(key)],
    )
    if (rowCount === 1) return true
  }
  if (pass === undefined || call.passId === null || mint.parse(pass) === null) return false
  const { rowCount } = await db.pg.query('select from pass where id = $1 and hmac = $2', [
    call.passId,
    mint.fingerprint(pass),
  ])
  return rowCount === 1
}

function equal(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
