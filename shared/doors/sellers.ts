/** An endpoint that can be bought. */
export type Endpoint = {
  slug: string
  title: string
  description: string
  tags: readonly string[]
  cents: number
  url: string
  probeUrl: string
  kind: 'outcome' | 'seller'
  /** Of a seller's: its quality as measured here, 0 to 1. */
  quality?: number
  inputSchema: unknown
  outputSchema: unknown
  sample: Record<string, unknown>
}

/** What sellers sell per call. */
export type SellersDoor = {
  /** The endpoints on sale, best first, at most a minute old. The same array as before while nothing has changed. */
  endpoints: () => Promise<readonly Endpoint[]>
  /** Whether the endpoint of a slug is on sale. */
  isOnSale: (slug: string) => Promise<boolean>
}
