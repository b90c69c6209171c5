import { z } from 'zod'

import type { PaymentRequirements } from '#shared/money/accepts.ts'
import type { OfferPayload } from '#shared/money/receipts/x402-jws.ts'
import type { AskSettlement } from '#shared/money/settlement/ask-settlement.ts'

/** How long a signed offer is valid, and how often new ones are requested. */
const VALID_S = 7_200
export const SIGN_AGAIN_MS = 1_800_000
const AT_ONCE = 60
const SIGN_MS = 10_000

/** The offer at a URL, with one signature for each way to pay. */
export type ToSign = { url: string; accepts: readonly PaymentRequirements[] }

/** The offer-receipt extension of one 402 (specs/extensions/extension-offer-and-receipt.md, section 4). */
export type SignedOffers = {
  'offer-receipt': { info: { offers: { format: 'jws'; acceptIndex: number; signature: string }[] }; schema: object }
}

const Signed = z.object({ signatures: z.array(z.string()) })

/**
 * Lets the settlement process, which alone has the key, sign offers. Returns the extensions by URL. Throws when the
 * settlement process does not answer.
 */
export async function signOffers(
  ask: AskSettlement,
  wanted: readonly ToSign[],
  nowMs: number,
): Promise<Map<string, SignedOffers>> {
  const validUntil = Math.floor(nowMs / 1_000) + VALID_S
  const offers = wanted.flatMap(({ url, accepts }) => accepts.map((terms) => offerOf(url, terms, validUntil)))
  const signatures: string[] = []
  for (let from = 0; from < offers.length; from += AT_ONCE) {
    const part = offers.slice(from, from + AT_ONCE)
    const { body } = await ask('/x402/offers', { timeoutMs: SIGN_MS, body: { offers: part } })
    const signed = Signed.parse(body).signatures
    if (signed.length !== part.length) throw new Error('the settlement process signed another number of offers')
    signatures.push(...signed)
  }
  let at = 0
  return new Map(
    wanted.map(({ url, accepts }) => {
      const own = accepts.map((_, acceptIndex) => {
        const signature = signatures[at] ?? ''
        at += 1
        return { format: 'jws' as const, acceptIndex, signature }
      })
      return [url, { 'offer-receipt': { info: { offers: own }, schema: SCHEMA } }]
    }),
  )
}

/** The part of the extension's schema that describes `info`. */
const SCHEMA = { type: 'object', required: ['offers'] }

const offerOf = (
  resourceUrl: string,
  { scheme, network, asset, payTo, amount }: PaymentRequirements,
  validUntil: number,
): OfferPayload => ({ version: 1, resourceUrl, scheme, network, asset, payTo, amount, validUntil })
