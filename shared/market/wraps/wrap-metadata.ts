import type { EntityManager } from '@mikro-orm/sql'
import type { Pool as PgPool } from 'pg'
import { z } from 'zod'

import type { Db } from '#shared/db/open-db.ts'

import { purchaseFault } from '../licenses/judge-license.ts'
import { LICENSES } from '../listings/listing-options.rules.ts'
import { Listing } from '../listings/listing.entity.ts'
import { picturesOf } from '../media/pictures-of.ts'
import { publicId, uuidOf } from '../public-id.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { tokenName, TOKEN_SYMBOL } from './token-name.ts'
import { Wrap } from './wrap.entity.ts'

const Uri = z.string().max(500)
/** The metadata of a token in the Metaplex form for tokens of a supply of one. */
export const WrapMetadata = z.object({
  name: z.string().max(32),
  symbol: z.string().max(10),
  description: z.string().max(1_000),
  image: Uri,
  external_url: Uri,
  seller_fee_basis_points: z.int().min(0).max(10_000),
  attributes: z.array(z.object({ trait_type: z.string(), value: z.union([z.string(), z.int()]) })),
  properties: z.object({
    category: z.literal('image'),
    files: z.array(z.object({ uri: Uri, type: z.string() })),
    creators: z.array(z.object({ address: z.string(), share: z.int() })),
  }),
})
export type WrapMetadata = z.output<typeof WrapMetadata>

const MOST_DESCRIPTION = 600

/**
 * Reads the public metadata of the token of the purchase of a path id. They hold nothing about who bought or holds it, and
 * nothing of a listing that is not shown any more but its title at the request. Throws 404 for a purchase that was never
 * wrapped.
 */
export async function readWrapMetadata(
  { pg, em: manager }: Pick<Db, 'pg' | 'em'>,
  id: string,
  baseUrl: string,
): Promise<WrapMetadata> {
  const em = await manager()
  const purchaseId = uuidOf('pur', id)
  const wrap =
    purchaseId === null
      ? null
      : await em.findOne(Wrap, { purchaseId }, { orderBy: { createdAt: 'desc', id: 'desc' }, disableIdentityMap: true })
  if (wrap === null) throw notFound('wrapped purchase')
  const purchase = await em.findOneOrFail(Purchase, wrap.purchaseId, { disableIdentityMap: true })
  const [listing, creators] = await Promise.all([
    shownListing(pg, em, purchase.listingId),
    creatorsOf(em, purchase.sellerId),
  ])
  const image = {
    uri: `${baseUrl}${listing?.picture.path ?? '/favicon.svg'}`,
    type: listing?.picture.type ?? 'image/svg+xml',
  }
  return {
    name: tokenName(wrap.title),
    symbol: TOKEN_SYMBOL,
    description: describe(wrap.title, purchase.listingVersion, listing?.description ?? null),
    image: image.uri,
    external_url: `${baseUrl}/l/${publicId('lst', purchase.listingId)}`,
    seller_fee_basis_points: purchase.royaltyBps,
    attributes: attributesOf(purchase, wrap),
    properties: { category: 'image', files: [image], creators },
  }
}

/** What somebody needs to know before they take the token: what it is of, and whether the licence is valid now. */
function attributesOf(purchase: Purchase, wrap: Wrap): WrapMetadata['attributes'] {
  const fault = purchaseFault(purchase)
  const license = LICENSES.find(({ id }) => id === purchase.licenseId)
  const until = purchase.refundableUntil
  return [
    { trait_type: 'Licence', value: license?.name ?? purchase.licenseId },
    { trait_type: 'Version', value: purchase.listingVersion },
    {
      trait_type: 'Licence valid',
      value: fault === null && wrap.state !== 'unwrapped' && wrap.state !== 'failed' ? 'yes' : 'no',
    },
    { trait_type: 'Purchase', value: purchase.status },
    { trait_type: 'Wrap', value: wrap.state },
    ...(until instanceof Date ? [{ trait_type: 'Refundable until', value: until.toISOString() }] : []),
  ]
}

function describe(title: string, version: number, description: string | null): string {
  const about = `A licence of "${title}", version ${version}. Whoever holds the token can claim the licence, and what it delivers, where it was sold (external_url). The attribute "Licence valid" says whether it is in force.`
  const rest = [...(description ?? '')].slice(0, MOST_DESCRIPTION).join('').trim()
  return rest === '' ? about : `${about}\n\n${rest}`
}

type Shown = { description: string; picture: { path: string | null; type: string } }

async function shownListing(pg: PgPool, em: EntityManager, id: string): Promise<Shown | null> {
  const listing = await em.findOne(
    Listing,
    { id, isShown: true },
    { fields: ['description'], disableIdentityMap: true },
  )
  if (listing === null) return null
  const [picture] = (await picturesOf(pg, [id])).get(id)?.screenshots ?? []
  return {
    description: listing.description,
    picture: { path: picture?.url ?? null, type: picture?.type ?? 'image/svg+xml' },
  }
}

/** The wallet of the seller that sales are paid to, while there is one. */
async function creatorsOf(em: EntityManager, sellerId: string): Promise<WrapMetadata['properties']['creators']> {
  const proved = { id: sellerId, walletProvedAt: { $ne: null }, status: 'active' } as const
  const seller = await em.findOne(MarketUser, proved, { fields: ['solanaWallet'], disableIdentityMap: true })
  return seller?.solanaWallet ? [{ address: seller.solanaWallet, share: 100 }] : []
}
