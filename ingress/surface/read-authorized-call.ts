import { type CallView, readCall } from '#shared/calls/read.ts'
import { fileLinks } from '#shared/calls/file-links.ts'
import { isDropped } from '#shared/db/drop-months.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Refusal } from '#shared/errors.ts'
import { uuidOfCallId } from '#shared/lib/call-id.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { formerSellerEntry } from '#shared/market/endpoints/seller-outcome.ts'
import { sellerSlugOf } from '#shared/market/endpoints/seller-slug.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '../deps.ts'
import type { Reply, RouteRequest } from '../http/route.ts'
import { mayReadCall } from './may-read-call.ts'
import { paymentAnswer } from '../call/payment/payment-answer.ts'
import { replyFinal } from '../call/answer-call.ts'

export type AuthorizedCall = { call: CallView; entry: CatalogEntry }

/**
 * Reads a call the request is authorized for. Throws the same 404 for an unknown call and for another caller's, so that
 * ids cannot be probed.
 */
export async function readAuthorizedCall(
  deps: Pick<IngressDeps, 'db' | 'mint' | 'forSale'>,
  { params, header }: Pick<RouteRequest, 'params' | 'header'>,
): Promise<AuthorizedCall> {
  const callId = uuidOfCallId(params['call_id'] ?? '')
  const call = callId === null ? null : await readCall(deps.db.pg, callId)
  if (call === null && callId !== null && (await isDropped(deps.db.pg, callId))) throw callDropped()
  if (call === null || !(await mayReadCall(deps, call, header))) {
    throw new Refusal('not_found', 'There is no such call for this credential.', {
      fix: { action: 'Send X-Call-Token, or the key or pass that paid.' },
    })
  }
  const sellerSlug = sellerSlugOf(call.slug)
  const entry = sellerSlug === null ? deps.forSale.get(call.slug) : formerSellerEntry(sellerSlug)
  if (entry === undefined) throw new Refusal('gone', 'This outcome no longer exists.')
  return { call, entry }
}

/**
 * Builds the stored answer of a final call, without its token, with the payment headers of an x402 payment. Throws 410
 * once the result is purged. `accept` is
 * the Accept header: a caller may ask for the file in the result.
 */
export async function storedAnswer(
  deps: Pick<IngressDeps, 'db' | 'mint' | 'config'>,
  { call, entry }: AuthorizedCall,
  requestId: string,
  accept?: string,
): Promise<Reply> {
  if (call.final === null || call.final.purged) throw resultGone()
  const { callId, payer } = call
  const paid = payer === 'x402' ? await paymentAnswer(deps, { callId, ...OF_READER }, call.final) : null
  const charged = {
    callId,
    payer,
    cents: centsOf(call.priceMicroUsdc),
    balanceMicroUsdc: null,
    replayed: false,
    passNote: null,
    onChain: paid?.onChain ?? null,
  }
  const { SERVER_SECRET, publicBaseUrl } = deps.config
  const answered = {
    entry,
    charged,
    requestId,
    callToken: null,
    sealer: sealer(SERVER_SECRET),
    files: fileLinks(SERVER_SECRET, publicBaseUrl),
    accept,
  }
  const reply = replyFinal(answered, paid?.call ?? call.final)
  return { ...reply, headers: { ...reply.headers, ...paid?.headers } }
}

/** 410 for a call whose result was purged. */
export const resultGone = () =>
  new Refusal('gone', 'The result was kept for 24 hours and is gone.', { fix: { action: 'Send the call again.' } })

/** 410 for an id of a month that was dropped, whether it was a call's or not. */
const callDropped = () =>
  new Refusal('gone', 'Calls of that month are no longer kept.', {
    fix: {
      action:
        'Nothing is owed and nothing was lost: it was charged or released long ago. Receipts you have stay valid.',
    },
  })

/** A reader of a call gets everything except secrets. */
const OF_READER = { protocol: 2, reveals: false } as const
