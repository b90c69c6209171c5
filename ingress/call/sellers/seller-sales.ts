import { LRUCache } from 'lru-cache'
import type { Pool as PgPool } from 'pg'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { Refusal } from '#shared/errors.ts'
import { endpointGone } from '#shared/market/endpoints/find-endpoint.ts'
import { readOffer, type SellerOffer } from '#shared/market/endpoints/read-offer.ts'
import { sellerEntry } from '#shared/market/endpoints/seller-outcome.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { Visit } from '#ingress/http/refused-requests.ts'
import { fitBazaar } from '../challenge/bazaar.ts'
import { alternativesFor, type Challenge, challengeOf, newToken, type Offer } from '../challenge/challenge.ts'
import { exampleAnswer } from '../challenge/example-answer.ts'
import { PAYMENT_IDENTIFIER } from '../payment/payment-extensions.ts'

/** What is sold under the slug of a seller's endpoint, with its 402. */
export type SellerSale = { offer: SellerOffer; entry: CatalogEntry; challenge: Challenge }

/** How long an offer may be shown after its seller changed it. A call is charged what its buyer was shown. */
const FRESH_MS = 1_000
const MOST_KEPT = 500

/** Reads what sellers offer, a second old at most. */
export class SellerSales {
  readonly #pg: PgPool
  readonly #config: IngressDeps['config']
  readonly #sales = new LRUCache<string, { sale: SellerSale | null }>({ max: MOST_KEPT, ttl: FRESH_MS })
  readonly #made = new LRUCache<string, SellerSale>({ max: MOST_KEPT })
  /** Slugs that were found before. */
  readonly #found = new LRUCache<string, true>({ max: MOST_KEPT })

  constructor({ db, config }: Pick<IngressDeps, 'db' | 'config'>) {
    this.#pg = db.pg
    this.#config = config
  }

  /**
   * What is sold under a slug. Throws 404, 410 for one that was deleted, 503 for one that is not on sale now. A slug that
   * was never found is looked up as a visit of its sender, so that names cannot be tried without end (429).
   */
  async of(slug: string, enter: () => Visit): Promise<SellerSale> {
    if (this.#found.has(slug)) return this.#onSale(slug)
    const visit = enter()
    try {
      return await this.#onSale(slug)
    } catch (error) {
      visit.fail(error)
      throw error
    } finally {
      visit.pass()
    }
  }

  async #onSale(slug: string): Promise<SellerSale> {
    const { sale } = this.#sales.get(slug) ?? (await this.#read(slug))
    if (sale === null)
      throw new Refusal('not_found', 'There is no such seller endpoint.', {
        fix: { action: 'Find one that is on sale.', method: 'GET', path: '/api/v1/seller-endpoints' },
      })
    const { state } = sale.offer
    if (state === 'deleted') throw endpointGone()
    if (state !== 'live')
      throw new Refusal('unavailable', 'This endpoint is not on sale now; nothing was charged.', {
        retryAfterS: 60,
        fix: { action: 'See its state.', method: 'GET', path: `/api/v1/seller-endpoints/${slug}` },
      })
    return sale
  }

  async #read(slug: string): Promise<{ sale: SellerSale | null }> {
    const offer = await readOffer(this.#pg, slug)
    const kept = { sale: offer === null ? null : this.#saleOf(offer) }
    this.#sales.set(slug, kept)
    if (offer !== null) this.#found.set(slug, true)
    return kept
  }

  #saleOf(offer: SellerOffer): SellerSale {
    const key = `${offer.versionId} ${offer.state} ${offer.title} ${offer.description}`
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const entry = sellerEntry(offer)
    const made = { offer, entry, challenge: challengeOf(this.#config, saleOffer(offer, entry), newToken) }
    this.#made.set(key, made)
    return made
  }
}

function saleOffer({ inputSchema }: SellerOffer, entry: CatalogEntry): Offer {
  const { outcome, publicPath } = entry
  const bazaar = fitBazaar({
    // A reference would point into the extension's schema instead of the seller's.
    schema: inputSchema.includes('"$ref"') ? { type: 'object' } : JSON.parse(inputSchema),
    body: outcome.example.input,
    answer: exampleAnswer(entry),
  })
  const { type, method, bodyType, body } = bazaar.info.input
  return {
    path: publicPath,
    title: outcome.title,
    description: outcome.description,
    cents: outcome.cents,
    impulse: false,
    extensions: { ...PAYMENT_IDENTIFIER, bazaar },
    v1OutputSchema: {
      input: { type, method, discoverable: true, bodyType, bodyFields: body },
      output: bazaar.info.output.example,
    },
    alternatives: alternativesFor(outcome.cents, false).filter(({ kind }) => kind === 'prepaid_key'),
  }
}
