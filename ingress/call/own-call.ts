import { type CallView, readCall } from '#shared/calls/read.ts'
import { Refusal } from '#shared/errors.ts'
import { uuidOfCallId } from '#shared/lib/call-id.ts'
import { centsOf } from '#shared/money/micro-usdc.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'
import { ownsCall } from './owns-call.ts'
import { replyFinal } from './reply.ts'

export type OwnCall = { call: CallView; entry: CatalogEntry }

/** The call a request may read. One answer for "there is none" and "not yours", so that ids cannot be probed. */
export async function ownCall(
  deps: Pick<IngressDeps, 'db' | 'mint' | 'catalog'>,
  { params, header }: Pick<RouteRequest, 'params' | 'header'>,
): Promise<OwnCall> {
  const callId = uuidOfCallId(params['call_id'] ?? '')
  const call = callId === null ? null : await readCall(deps.db.pg, callId)
  if (call === null || !(await ownsCall(deps, call, header))) {
    throw new Refusal('not_found', 'There is no such call for this credential.', {
      fix: { action: 'Send X-Call-Token, or the key or pass that paid.' },
    })
  }
  const entry = deps.catalog.get(call.slug)
  if (entry === undefined) throw new Refusal('gone', 'This outcome no longer exists.')
  return { call, entry }
}

/** The stored answer of a final call, without its token. Throws 410 once the result is purged. */
export function storedAnswer({ call, entry }: OwnCall, requestId: string): Reply {
  if (call.final === null || call.final.purged) {
    throw new Refusal('gone', 'The result was kept for 24 hours and is gone.', {
      fix: { action: 'Send the call again.' },
    })
  }
  const { callId, payer } = call
  const charged = {
    callId,
    payer,
    cents: centsOf(call.priceMicroUsdc),
    balanceMicroUsdc: null,
    replayed: false,
    passNote: null,
  }
  return replyFinal({ entry, charged, requestId, callToken: null }, call.final)
}
