import { extractOfferPayload, verifyOfferSignatureJWS } from '@x402/extensions/offer-receipt'
import { expect, test } from 'vitest'

import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { createReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { OfferPayload } from '#shared/money/receipts/x402-jws.ts'
import type { AskSettlement } from '#shared/money/settlement/ask-settlement.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { BASE_URL, discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { challengeOf } from './challenge.ts'
import { offerOf } from './offer.ts'
import { signOffers } from './signed-offers.ts'

const { config } = discoveryDeps()
const signer = createReceiptSigner({ seed: Buffer.alloc(32, 7), hmacKey: Buffer.alloc(32) }, BASE_URL)
const ask: AskSettlement = async (path, { body }) => {
  expect(path).toBe('/x402/offers')
  // Safe: what signOffers sends.
  const { offers } = body as { offers: unknown[] }
  return { status: 200, body: { signatures: offers.map((offer) => signer.jws(OfferPayload.parse(offer))) } }
}
const paid = [...catalog.values()].filter(({ outcome }) => outcome.cents > 0)
const wanted = paid.map(({ publicPath, outcome }) => ({
  url: BASE_URL + publicPath,
  accepts: acceptsFor(config, microUsdcOf(outcome.cents), outcome.impulse),
}))

test('the official library verifies every offer by the key in its own id, and reads our terms in it', async () => {
  const now = 1_763_640_000_000
  const signed = await signOffers(ask, wanted, now)
  expect(signed.size).toBe(paid.length)
  const [first] = wanted
  const { offers } = signed.get(first?.url ?? '')?.['offer-receipt'].info ?? { offers: [] }
  expect(offers).toHaveLength(2)
  for (const [index, offer] of offers.entries()) {
    expect(await verifyOfferSignatureJWS(offer)).toMatchObject({ resourceUrl: first?.url })
    const { extra: _, maxTimeoutSeconds: __, ...terms } = first?.accepts[index] ?? { extra: {}, maxTimeoutSeconds: 0 }
    expect(extractOfferPayload(offer)).toEqual({
      version: 1,
      resourceUrl: first?.url,
      ...terms,
      validUntil: now / 1_000 + 7_200,
    })
  }
})

test('they stand in the body of the 402 and not in its header', async () => {
  const [entry] = paid
  if (entry === undefined) throw new Error('nothing is sold')
  const signed = (await signOffers(ask, wanted, Date.now())).get(BASE_URL + entry.publicPath)
  const offer = offerOf(entry)
  const { headers, body } = challengeOf(config, { ...offer, extensions: { ...offer.extensions, ...signed } })('req_1')
  const extensionsIn = (text: string) => Object.keys((JSON.parse(text) as { extensions: object }).extensions)
  expect(extensionsIn(String(body))).toContain('offer-receipt')
  const header = Buffer.from(headers?.['PAYMENT-REQUIRED'] ?? '', 'base64').toString('utf8')
  expect(extensionsIn(header)).toEqual(['payment-identifier', 'bazaar'])
})

test('a settlement process that signs something else is not believed', async () => {
  const odd: AskSettlement = async () => ({ status: 200, body: { signatures: ['a'] } })
  await expect(signOffers(odd, wanted, 0)).rejects.toThrow(/another number/)
})
