import type { Endpoint } from '#shared/engines/match/match-endpoints.ts'

/** What sellers sell per call. */
export type SellersDoor = {
  /** The endpoints on sale, best first, at most a minute old. The same array as before while nothing has changed. */
  endpoints: () => Promise<readonly Endpoint[]>
  /** Whether the endpoint of a slug is on sale. */
  isOnSale: (slug: string) => Promise<boolean>
}
