import { acceptsFor } from '#shared/money/accepts.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { type AskSettlement, settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { CallRequest } from '../call-request.ts'
import { type Challenge, challengeOf, newToken } from './challenge.ts'
import { offerOf } from './offer.ts'
import { SIGN_AGAIN_MS, signOffers } from './signed-offers.ts'

const TRY_AGAIN_MS = 30_000

/**
 * Holds the 402 of every outcome. In the background it adds offers signed by the settlement process to their bodies; without a
 * settlement process the 402s have no signed offers.
 */
export class Challenges {
  readonly #deps: Pick<IngressDeps, 'config' | 'forSale' | 'log'>
  readonly #bySlug = new Map<string, Challenge>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(deps: Pick<IngressDeps, 'config' | 'forSale' | 'log'>) {
    this.#deps = deps
    for (const [slug, entry] of deps.forSale)
      this.#bySlug.set(
        slug,
        challengeOf(deps.config, () => offerOf(entry), newToken),
      )
    const ask = settlementClient(deps.config)
    if (ask !== null) void this.#keepSigned(ask)
  }

  /** The 402 of what a request is for; undefined when nothing is sold there. */
  for({ slug, seller }: Pick<CallRequest, 'slug' | 'seller'>): Challenge | undefined {
    return seller === undefined ? this.#bySlug.get(slug) : seller.challenge
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #keepSigned(ask: AskSettlement): Promise<void> {
    const isSigned = await this.#sign(ask).then(
      () => true,
      (error: unknown) => {
        this.#deps.log.debug({ err: error }, 'no signed offers now; the 402s go without')
        return false
      },
    )
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#keepSigned(ask), isSigned ? SIGN_AGAIN_MS : TRY_AGAIN_MS).unref()
  }

  async #sign(ask: AskSettlement): Promise<void> {
    const { config } = this.#deps
    const entries = [...this.#deps.forSale.values()].filter(({ outcome }) => outcome.cents > 0)
    const wanted = entries.map(({ publicPath, outcome: { cents, impulse } }) => ({
      url: config.publicBaseUrl + publicPath,
      accepts: acceptsFor(config, microUsdcOf(cents), impulse),
    }))
    const signed = await signOffers(ask, wanted, Date.now())
    for (const entry of entries) {
      const more = signed.get(config.publicBaseUrl + entry.publicPath)
      const signedOffer = () => {
        const offer = offerOf(entry)
        return { ...offer, extensions: { ...offer.extensions, ...more } }
      }
      this.#bySlug.set(entry.outcome.slug, challengeOf(config, signedOffer, newToken))
    }
  }
}
