import { bundles } from '#shared/catalog/bundles.ts'
import { catalog } from '#shared/catalog/catalog.ts'

/** What the slug of a call begins with when it is of a seller's endpoint; triggers of the database know it, too. */
export const SELLER_PREFIX = 'sellers/'

const ENDPOINTS_AT = '/api/v1/seller-endpoints'

/** The path where calls of an endpoint are paid. */
export const sellerPath = (slug: string): string => `${ENDPOINTS_AT}/${slug}/call`

/** The endpoint's slug in the slug of a call; null for a call of anything else. */
export const sellerSlugOf = (callSlug: string): string | null =>
  callSlug.startsWith(SELLER_PREFIX) ? callSlug.slice(SELLER_PREFIX.length) : null

/** Whether a policy of a prepaid key may name this slug: it has the form of one. */
export const isSellerSlug = (slug: string): boolean => /^sellers\/[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(slug)

const PATHS = ['verify-payment', 'openapi', 'openapi-json', 'meta', 'me', 'mine', 'search', 'stats', 'new']

/** Whether a slug is not for sellers: it is of an outcome or a bundle, or a path of ours. */
export const isReservedSlug = (slug: string): boolean =>
  catalog.has(slug) || bundles.some(({ id }) => id === slug) || PATHS.includes(slug)
