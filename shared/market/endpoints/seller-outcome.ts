import { z } from 'zod'

import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { type Outcome, PLAIN } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

import type { SellerOffer } from './read-offer.ts'
import { SELLER_PREFIX, sellerPath } from './seller-slug.ts'

/** The pack under which calls of sellers appear; it is none of the catalog. */
const SELLER_PACK = definePack({
  name: 'seller-endpoints',
  purpose: "Other sellers' APIs, paid per call.",
  dayPass: false,
  outcomes: [],
})

/** Time beside the seller's own, in which it is reached and its answer is checked. */
const OWN_MS = 7_000
/** A call may wait for a place as long as the calls before it may take. */
const ROUNDS = 2
/** Bytes of a body that is passed on to a seller. */
export const SELLER_BODY_BYTES = 262_144

/** What a seller is passed: the version of its endpoint that the buyer saw, and the body that was sent. */
export type SellerInput = { endpoint_version: string; body: Record<string, unknown> }

type Work = Pick<Outcome, 'slug' | 'title' | 'description' | 'cents' | 'timeoutMs' | 'example' | 'run'>

/**
 * A seller's endpoint as an outcome of the pool `outcome`. It settles before its run, because it acts outside. Its input
 * is checked by the seller's own JSON Schema, not by `input`.
 */
export const sellerOutcome = (work: Work): Outcome => ({
  ...PLAIN,
  pool: 'outcome',
  maxBodyBytes: SELLER_BODY_BYTES,
  settle: 'before',
  stores: false,
  secrets: [],
  answerSecrets: [],
  decisions: null,
  needsUpstreams: [],
  models: [],
  withoutModel: 'always',
  check: undefined,
  input: z.looseObject({}),
  output: z.unknown(),
  ...work,
})

/** An offer as the entry that its calls are charged by. */
export const sellerEntry = (offer: SellerOffer): CatalogEntry => entryOf(offer.slug, offer)

/** The entry that stored calls of a slug are answered by: their price stands in the call. */
export const formerSellerEntry = (slug: string): CatalogEntry =>
  entryOf(slug, { title: slug, description: '', cents: 0, timeoutMs: 0, inputExample: '{}', outputExample: null })

type Told = Pick<SellerOffer, 'title' | 'description' | 'cents' | 'timeoutMs' | 'inputExample' | 'outputExample'>

const entryOf = (slug: string, offer: Told): CatalogEntry => ({
  outcome: sellerOutcome({
    slug: SELLER_PREFIX + slug,
    title: offer.title,
    description: offer.description,
    cents: offer.cents,
    timeoutMs: ROUNDS * offer.timeoutMs + OWN_MS,
    example: {
      // Safe: only JSON objects are kept as examples of a body.
      input: JSON.parse(offer.inputExample) as Record<string, unknown>,
      output: offer.outputExample === null ? {} : JSON.parse(offer.outputExample),
    },
    run: () => Promise.reject(new Error('a worker runs calls of sellers')),
  }),
  pack: SELLER_PACK,
  publicPath: sellerPath(slug),
  priceMicroUsdc: microUsdcOf(offer.cents),
  inGuards: false,
})
