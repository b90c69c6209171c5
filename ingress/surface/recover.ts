import { z } from 'zod'

import { readCall } from '#shared/calls/read.ts'
import { Refusal } from '#shared/errors.ts'
import { publicCallId } from '#shared/lib/call-id.ts'
import { BASE, BASE_USDC, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { HIRE_PRODUCT } from '#shared/market/jobs/escrow/hire-product.ts'
import { publicId } from '#shared/market/public-id.ts'
import { LISTING_PRODUCT } from '#shared/market/purchases/listing-product.ts'
import { creditPayer } from '#shared/money/x402/credit-payer.ts'
import { type Payment, readPayment, readPaymentBy } from '#shared/money/x402/read-payment.ts'
import { readChainRefund, refundOnChain } from '#shared/money/x402/refund-on-chain.ts'
import { isSignedBy, RECOVERY_WINDOW_MS, recoveryMessage } from '#shared/money/x402/recovery-message.ts'

import { RECOVER_PATH } from '../call/payment/refuse-payment.ts'
import { creditCents, responseHeaders } from '../call/payment/payment-answer.ts'
import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'

const Body = z.object({
  network: z.enum([BASE, SOLANA]),
  payer: z.string().min(32).max(64).describe('the wallet that paid'),
  payment: z
    .string()
    .min(32)
    .max(128)
    .describe("the authorization's nonce, the transaction, or the SHA-256 of a Solana message in hex"),
  issued_at: z.iso.datetime({ offset: true }).max(64).describe('when the message was signed; good for five minutes'),
  refund: z
    .enum(['credit', 'on_chain'])
    .default('credit')
    .describe(
      'on_chain sends the unspent credit of a failed call or a refunded purchase back to the paying wallet, on Solana',
    ),
  signature: z.string().min(64).max(200).describe('of the message: personal_sign on Base, base58 of Ed25519 on Solana'),
})

const Recovered = z.object({
  ok: z.literal(true),
  payment_state: z.enum(['verified', 'settling', 'settled', 'unpaid', 'reversed']),
  transaction: z.string().nullable(),
  call_id: z.string().nullable(),
  call_token: z.string().nullable().describe('reads the call, sent as X-Call-Token'),
  status_url: z.string().nullable(),
  credit: z
    .object({ cents: z.int(), key_id: z.string(), key: z.string(), header_name: z.literal('X-Service-Key') })
    .nullable()
    .describe('what a failed call was paid before it ran, as a prepaid key'),
  refund: z
    .object({ payout_id: z.string(), state: z.string(), transaction: z.string().nullable() })
    .nullable()
    .describe('the money on its way back to the wallet'),
  answer: z.record(z.string(), z.unknown()).nullable().describe('of a purchase that was no call'),
  request_id: z.string(),
})

/**
 * POST /api/v1/calls/recover: the payer of an x402 payment signs a message with the paying wallet and gets the call's
 * token, its credit, or the purchase. The signature is needed because the authorization of a settled payment is public
 * on chain.
 */
export const recoverRoutes = (deps: IngressDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: RECOVER_PATH,
    summary: 'Recover what an x402 payment bought, with a message signed by the wallet that paid',
    tag: 'calls',
    credential: 'none',
    limit: 'account',
    body: Body,
    reply: Recovered,
    refusals: ['forbidden', 'conflict', 'not_found', 'validation_error', 'rate_limited', 'unavailable'],
    async handle({ body, requestId }) {
      const { network, payer, issued_at: issuedAt, signature } = body
      if (Math.abs(deps.now().getTime() - Date.parse(issuedAt)) > RECOVERY_WINDOW_MS) {
        throw new Refusal('forbidden', 'This message is too old, or of another clock.', {
          fix: { action: 'Sign a message with the time of now.' },
        })
      }
      const { host } = new URL(deps.config.publicBaseUrl)
      const message = recoveryMessage(host, { network, payer, payment: body.payment, issuedAt })
      if (!(await isSignedBy(network, payer, message, signature))) {
        throw new Refusal('forbidden', 'This signature is not of that wallet over this message.', {
          detail: message,
          fix: { action: 'Sign the text in detail, to the letter, with the wallet that paid.' },
        })
      }
      const payment = await paymentOf(deps, body)
      if (payment === null || payment.state === 'claimed') {
        throw new Refusal('not_found', 'This wallet made no such payment here.', {
          fix: { action: 'Check payment: the nonce of the authorization, or the transaction.' },
        })
      }
      return {
        headers: { 'Cache-Control': 'no-store', ...responseHeaders(payment, 2) },
        body: { ...(await recoverPurchase(deps, payment, body.refund)), request_id: requestId },
      }
    },
  }),
]

async function paymentOf(
  { db }: IngressDeps,
  { network, payer, payment }: z.output<typeof Body>,
): Promise<Payment | null> {
  const isBase = network === BASE
  const asset = isBase ? BASE_USDC.toLowerCase() : SOLANA_USDC
  const payerKey = isBase ? payer.toLowerCase() : payer
  const proof = isBase ? `${payerKey}:${payment.toLowerCase()}` : payment
  const found =
    (await readPayment(db.pg, { network, asset, proof })) ??
    (await readPaymentBy(db.pg, { network, payer: payerKey, transaction: payment }))
  return found?.payer === payerKey ? found : null
}

async function recoverPurchase({ db, mint, payments }: IngressDeps, payment: Payment, wish: 'credit' | 'on_chain') {
  const { callId, state, transaction, product, answer, secretRef } = payment
  const call = product === null ? await readCall(db.pg, callId) : null
  const cents = creditCents(payment, call?.final ?? null)
  const keyId = cents > 0 ? await creditPayer(db.pg, mint, callId) : null
  const isCredited = keyId !== null || product === LISTING_PRODUCT || product === HIRE_PRODUCT
  const refund = isCredited ? await refundOf(db, callId, wish) : null
  const stored = answer === null ? null : z.record(z.string(), z.unknown()).parse(JSON.parse(answer))
  return {
    ok: true,
    payment_state: state,
    transaction,
    call_id: call === null ? null : publicCallId(callId),
    call_token: call === null ? null : mint.callToken(callId),
    status_url: call === null ? null : `/api/v1/calls/${publicCallId(callId)}`,
    credit:
      keyId === null || refund !== null
        ? null
        : {
            cents,
            key_id: keyId,
            key: mint.issue('sk', keyId),
            header_name: 'X-Service-Key' as const,
          },
    refund,
    answer: stored === null ? null : payments.reveal(product, mint, secretRef, stored),
  }
}

/**
 * The refund on chain of a failed call or a purchase; null for one that has none and is not to have one. Throws 409 when the credit
 * cannot go back: it was spent, or the payment was not on Solana.
 */
async function refundOf({ pg }: IngressDeps['db'], callId: string, wish: 'credit' | 'on_chain') {
  const refund = wish === 'on_chain' ? await refundOnChain(pg, callId) : await readChainRefund(pg, callId)
  if (refund !== null)
    return { payout_id: publicId('pay', refund.id), state: refund.state, transaction: refund.transaction }
  if (wish === 'credit') return null
  throw new Refusal('conflict', 'This credit cannot be sent back: it was spent, or the payment was not on Solana.', {
    fix: { action: 'Ask without refund, and spend the prepaid key.' },
  })
}
