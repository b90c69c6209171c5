import { describe, expect, test } from 'vitest'

import { challengeOf } from '#ingress/call/challenge/challenge.ts'
import { offerOf } from '#ingress/call/challenge/offer.ts'
import { signOffers } from '#ingress/call/challenge/signed-offers.ts'
import { BASE_URL, discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { lintOfferReceipt } from '#shared/outcomes/agent-commerce/offer-receipt-extension-lint/lint-offer-receipt.ts'
import { lintPaymentRequired } from '#shared/engines/x402/payment-required/lint-payment-required.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'
import { OfferPayload } from '#shared/money/receipts/x402-jws.ts'
import { FEE_PAYER, PAYEE, SOLANA_PAYEE } from '#test/support/fakes/payment-documents.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

const config = {
  ...discoveryDeps().config,
  BASE_PAY_TO: PAYEE,
  SOLANA_PAY_TO: SOLANA_PAYEE,
  SOLANA_FEE_PAYER: FEE_PAYER,
}
const paid = [...forSale(catalog).values()].filter(({ outcome }) => outcome.cents > 0)
const faultsOf = ({ findings }: { findings: { severity: string }[] }) =>
  findings.filter(({ severity }) => severity !== 'info')

describe('what we ask for passes the lints that we sell', () => {
  test('for everything that costs something, in v1 and in v2', () => {
    const wrong = paid.flatMap((entry) => {
      const challenge = challengeOf(config, offerOf(entry))
      const { headers = {}, body } = challenge('req_1')
      const v1 = String(challenge('req_1', undefined, 1).body)
      const asked = [
        [{ body: String(body), headers }, 2],
        // A v1 body beside the v2 header, as a client that asks for v1 gets it, and alone, as it reads it.
        [{ body: v1, headers }, 2],
        [{ body: v1 }, 1],
      ] as const
      return asked.flatMap(([one, version]) => {
        const verdict = lintPaymentRequired(one)
        const isRight = verdict.decision === 'go' && verdict.x402_version === version && faultsOf(verdict).length === 0
        return isRight ? [] : [`${entry.outcome.slug} v${version}: ${JSON.stringify(verdict)}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('with signed offers too, which are valid by the key they carry and cover both networks', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    const wanted = paid.map(({ publicPath, outcome }) => ({
      url: BASE_URL + publicPath,
      accepts: acceptsFor(config, microUsdcOf(outcome.cents), outcome.impulse),
    }))
    const signed = await signOffers(
      (_, { body }) => {
        // Safe: what signOffers sends.
        const { offers } = body as { offers: unknown[] }
        const signatures = offers.map((offer) => testSigner.jws(OfferPayload.parse(offer)))
        return Promise.resolve({ status: 200, body: { signatures } })
      },
      wanted,
      now,
    )
    for (const entry of paid) {
      const url = BASE_URL + entry.publicPath
      const offer = offerOf(entry)
      const challenge = challengeOf(config, { ...offer, extensions: { ...offer.extensions, ...signed.get(url) } })
      const body = String(challenge('req_1').body)
      const verdict = lintOfferReceipt({ body, expected: { resource_url: url }, maxAgeS: 60, nowMs: now })
      expect(verdict).toMatchObject({
        valid: true,
        offers: [
          { signature_valid: true, authorized: 'did', matches_accept: 0, expired: false },
          { signature_valid: true, authorized: 'did', matches_accept: 1, expired: false },
        ],
        coverage: { accepts: 2, with_offer: 2 },
      })
    }
  })
})
