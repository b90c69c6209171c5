import { z } from 'zod'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'
import { endpointGone } from '#shared/market/endpoints/find-endpoint.ts'
import { readOffer } from '#shared/market/endpoints/read-offer.ts'
import { sellerPath } from '#shared/market/endpoints/seller-slug.ts'
import { verifySellerPayment } from '#shared/market/endpoints/verify-payment.ts'
import {
  browseEndpoints,
  ENDPOINT_SORTS,
  type EndpointRow,
  ownEndpoints,
  readEndpoint,
  viewEndpoint,
  viewOwn,
  viewWholeEndpoint,
} from '#shared/market/endpoints/view-endpoints.ts'
import { CATEGORIES } from '#shared/market/listings/listing-options.rules.ts'
import { page } from '#shared/market/paging.ts'
import type { Actor } from '#shared/market/users/actor.ts'
import { notFound } from '#shared/market/users/require-owner.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { readSentPayment } from '#shared/money/mpp/read-sent-payment.ts'
import { matchPayment } from '#shared/money/x402/match-payment.ts'

import type { IngressDeps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import type { MarketDeps } from '../market/market-deps.ts'
import { pageQuery, pageReply } from '../market/paged.ts'
import { EndpointAnswer, EndpointPage, VerifiedPayment } from './endpoint-answers.ts'
import { endpointOpenapi } from './endpoint-openapi.ts'

const AT = '/api/v1/seller-endpoints'
// Safe: the list is not empty.
const Category = z.enum(CATEGORIES.map(({ id }) => id) as [(typeof CATEGORIES)[number]['id']])

const BrowseQuery = z.object({
  q: z.string().trim().min(1).max(100).optional().describe('in title, description, slug and tags'),
  category: Category.optional(),
  tag: z.string().max(40).optional(),
  max_price_cents: z.coerce.number().int().min(0).max(1_000_000).optional(),
  seller: z.string().max(40).optional().describe('a username'),
  mine: z.enum(['true', 'false']).default('false').describe('your own, in every state; needs your credential'),
  sort: z.enum(ENDPOINT_SORTS).default('quality'),
  ...pageQuery(100, 20),
})

const VerifyBody = z.object({
  slug: z.string().min(1).max(63),
  network: z.enum([SOLANA, BASE]),
  transaction: z.string().min(32).max(128).optional().describe('of the settlement, on the chain'),
  payment: z.string().min(32).max(16_384).optional().describe('the value of the payment header that was sent'),
})

/** Find endpoints of sellers, and look up payments for their calls. */
export function publicEndpointRoutes({ config, db }: Pick<MarketDeps, 'config' | 'db'>): readonly Route[] {
  const baseUrl = config.publicBaseUrl
  const about = { tag: 'Seller endpoints', limit: 'market-read' } as const

  return [
    route({
      ...about,
      method: 'GET',
      path: AT,
      summary: 'Endpoints of sellers that are on sale, by measured quality',
      credential: 'optional',
      query: BrowseQuery,
      reply: EndpointPage,
      refusals: ['unauthorized'],
      handle: async (request) => {
        const { actor, query } = request
        if (query.mine === 'true') {
          if (actor === null)
            throw new Refusal('unauthorized', 'Your own endpoints need your credential.', {
              fix: { action: 'Send X-API-Key.' },
            })
          const rows = await ownEndpoints(db.pg, actor.userId)
          const part = rows.slice(query.offset, query.offset + query.limit)
          const items = part.map((row) => viewEndpoint(row, baseUrl))
          return pageReply(request, query, page(items, rows.length, query))
        }
        const { rows, total } = await browseEndpoints(db.replica ?? db.lists, {
          ...query,
          tag: query.tag?.toLowerCase(),
          maxCents: query.max_price_cents,
        })
        const items = rows.map((row) => viewEndpoint(row, baseUrl))
        return pageReply(request, query, page(items, total, query))
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${AT}/:slug`,
      summary: 'One endpoint: its schemas, its measured quality and what was checked',
      credential: 'optional',
      reply: EndpointAnswer,
      refusals: ['not_found', 'gone'],
      handle: async ({ actor, params }) => {
        const row = await seenEndpoint(db.pg, params['slug'] ?? '', actor)
        const own = actor?.userId === row.owner_id ? viewOwn(row) : {}
        return { body: { ...viewWholeEndpoint(row, baseUrl), ...own } }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${AT}/:slug/openapi.json`,
      summary: 'OpenAPI of one endpoint of a seller, with x-payment-info',
      credential: 'optional',
      reply: z.looseObject({ openapi: z.string() }),
      refusals: ['not_found', 'gone'],
      handle: async ({ actor, params }) => ({
        body: endpointOpenapi(await seenEndpoint(db.pg, params['slug'] ?? '', actor), baseUrl),
      }),
    }),
    route({
      ...about,
      method: 'POST',
      path: `${AT}/verify-payment`,
      summary: 'Whether a payment paid a call of an endpoint, and where the seller’s share is; free',
      credential: 'none',
      body: VerifyBody,
      reply: VerifiedPayment,
      refusals: ['not_found', 'malformed_payment'],
      handle: async ({ body }) => {
        const { slug, network, transaction = null, payment } = body
        if ((transaction === null) === (payment === undefined))
          throw invalidFields({ path: ['payment'], msg: 'Value error, send payment or transaction' })
        const offer = await readOffer(db.pg, slug)
        if (offer === null) throw notFound('seller endpoint')
        const key =
          payment === undefined ? null : keyOf(config, payment, { path: sellerPath(slug), cents: offer.cents })
        return { body: await verifySellerPayment(db.pg, slug, { network, key, transaction }) }
      },
    }),
  ]
}

/** An endpoint as somebody may see it. Throws 404 where others may not know of it yet, 410 after it was deleted. */
async function seenEndpoint(pg: IngressDeps['db']['pg'], slug: string, actor: Actor | null): Promise<EndpointRow> {
  const row = await readEndpoint(pg, slug)
  if (row === null) {
    if ((await readOffer(pg, slug)) !== null) throw endpointGone()
    throw notFound('seller endpoint')
  }
  const isShown = row.state !== 'verifying' && row.verdict !== 'failed'
  if (!isShown && row.owner_id !== actor?.userId) throw notFound('seller endpoint')
  return row
}

/** The key of a payment by its header, whatever it paid; null for one that has none. Throws 400 for what is no payment. */
function keyOf(config: IngressDeps['config'], header: string, { path, cents }: { path: string; cents: number }) {
  const match = matchPayment(readSentPayment('payment-signature', header), {
    url: config.publicBaseUrl + path,
    paths: [path],
    requirements: acceptsFor(config, microUsdcOf(cents), false),
  })
  if (match.kind === 'matched') return match.payment.key
  return match.kind === 'invalid' ? match.key : null
}
