import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { buyPrepaid, type PrepaidAnswer } from '#shared/market/purchases/buy-prepaid.ts'
import { priceChanged, type SaleTerms } from '#shared/market/purchases/sale-terms.ts'
import { publicId } from '#shared/market/public-id.ts'
import { lockOffer } from '#shared/market/resale/lock-offer.ts'
import type { Actor } from '#shared/market/users/actor.ts'

import { refuseKey } from '../../../call/challenge/refuse-credential.ts'
import type { IngressDeps } from '../../../deps.ts'
import type { Reply, RouteRequest } from '../../../http/route.ts'
import { answerIdempotently, rememberedRequest } from '../../idempotent-reply.ts'
import { boughtAnswer } from './bought-answer.ts'

type ByKey = { actor: Actor | null; terms: SaleTerms; key: { id: string; hmac: Buffer } }

/**
 * Buys a listing with a prepaid key. The Idempotency-Key is the key's own: sent again, it gets the same purchase with
 * its token. Throws 402 for a key that does not pay, and 409 `price_changed` when the listing changed meanwhile.
 */
export async function buyWithKey(
  deps: Pick<IngressDeps, 'config' | 'db' | 'mint'>,
  request: RouteRequest,
  { actor, terms, key }: ByKey,
): Promise<Reply> {
  const remembered = rememberedRequest(request, `service-key:${key.hmac.toString('base64url')}`)
  const reply = await answerIdempotently(
    deps,
    remembered,
    async (em) => {
      const id = uuidv7()
      const sale = { id, terms, buyerId: actor?.userId ?? null }
      if (terms.resale_offer_id !== null)
        await lockOffer(connectionOf(em), terms, { buyerId: sale.buyerId, rail: 'prepaid', currency: 'usdc' })
      const answer = await buyPrepaid(connectionOf(em), sale, { keyId: key.id, hmac: key.hmac })
      if (answer.kind !== 'bought') throw refusalFor(answer, terms.price_cents)
      const body = {
        ok: true,
        purchase_id: publicId('pur', id),
        purchase_token: null,
        request_id: request.requestId,
      }
      return { status: 200, body, secretRef: actor === null ? id : null }
    },
    ({ body, secretRef }) => ({
      ...body,
      purchase_token: secretRef === null ? null : deps.mint.purchaseToken(secretRef),
    }),
  )
  // Safe: made above.
  const answer = reply.body as { purchase_id: string; purchase_token: string | null }
  const bought = { purchaseId: answer.purchase_id, token: answer.purchase_token }
  return { ...reply, body: { ...answer, ...(await boughtAnswer(deps, actor, bought)) } }
}

function refusalFor(answer: Exclude<PrepaidAnswer, { kind: 'bought' }>, cents: number): Refusal {
  return answer.kind === 'changed' ? priceChanged(cents, cents) : keyDoesNotPay(answer, cents)
}

/** The refusal of a prepaid key that does not pay a sale of this price. */
export function keyDoesNotPay(
  { code, availableMicroUsdc }: Extract<PrepaidAnswer, { kind: 'refused' }>,
  cents: number,
): Refusal {
  if (code === 'trial_not_accepted')
    return new Refusal(code, 'A trial key pays for calls alone. Nothing was charged.', {
      fix: { action: 'Pay with one of accepts[] (x402), or send a prepaid key.' },
    })
  if (code !== 'insufficient_balance') return refuseKey(code, cents, availableMicroUsdc)
  const balance = centsOf(availableMicroUsdc)
  return new Refusal(code, `This key has ${balance} cents left and this costs ${cents}.`, {
    fix: { action: 'Top the key up, or pay with accepts[].', method: 'POST', path: '/api/v1/outcomes/balance/topup' },
    extra: { balance_cents: balance, price_cents: cents },
  })
}
