import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { publicCallId } from '#shared/lib/call-id.ts'
import { callTermsOf } from '#shared/market/endpoints/read-terms.ts'
import { formerSellerEntry, type SellerInput, sellerOutcome } from '#shared/market/endpoints/seller-outcome.ts'
import { SELLER_PREFIX } from '#shared/market/endpoints/seller-slug.ts'
import { endpointSecrets } from '#shared/market/endpoints/signing-secret.ts'
import { noTracer, type Span, type Tracer } from '#shared/tracing/tracer.ts'

import type { AskSeller } from './ask-seller.ts'
import { SellerFailed, sellerRefusal } from './seller-failed.ts'
import { sellerPlaces } from './seller-places.ts'

/**
 * What the runner runs a call of a seller with: an outcome that asks the seller on the terms that the call was accepted on,
 * which the statement that started it read (CALL_TERMS). A call that a worker lost is made again with the same id.
 */
export function sellerCalls(given: {
  serverSecret: string
  ask: AskSeller
  tracer?: Tracer
}): (startedWith: unknown) => CatalogEntry {
  const { serverSecret, ask, tracer = noTracer } = given
  const secrets = endpointSecrets(serverSecret)
  const enter = sellerPlaces()
  const entry = formerSellerEntry('')
  return (startedWith) => ({
    ...entry,
    outcome: sellerOutcome({
      slug: SELLER_PREFIX,
      title: 'Seller endpoint',
      description: '',
      cents: 0,
      timeoutMs: 0,
      example: { input: {}, output: {} },
      async run(raw, { callId, signal }) {
        const terms = callTermsOf(startedWith)
        if (terms === null) throw new Error(`call ${callId} is of no endpoint`)
        const leave = await enter(terms.sellerId, terms.timeoutMs)
        try {
          // Safe: the ingress stores the input of such a call in this form.
          const { body } = raw as SellerInput
          const question = {
            id: publicCallId(callId),
            body: JSON.stringify(body),
            payer: secrets.payerLabel(terms.endpointId, terms.payer),
            isTest: false,
            signal,
          }
          const asked = async (span: Span) => {
            try {
              return await ask(terms, question)
            } catch (error) {
              if (error instanceof SellerFailed) span.tell({ 'farebox.problem': error.problem })
              throw error
            }
          }
          return await tracer.within(`seller ${terms.slug}`, {}, asked, { kind: 'client' })
        } catch (error) {
          throw error instanceof SellerFailed ? sellerRefusal(error, terms.slug) : error
        } finally {
          leave()
        }
      },
    }),
  })
}
