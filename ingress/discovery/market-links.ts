/** Links to the marketplace, for the discovery documents. */
export const marketLinks = (baseUrl: string) => ({
  listings: `${baseUrl}/api/listings`,
  payments_meta: `${baseUrl}/api/purchases/payments/meta`,
  buy_listing: `${baseUrl}/api/purchases/x402/{listing_id}`,
  resale_offers: `${baseUrl}/api/resale-offers`,
  seller_endpoints: `${baseUrl}/api/v1/seller-endpoints`,
  event_types: `${baseUrl}/api/events/types`,
  jobs_feed: `${baseUrl}/api/v1/jobs-feed`,
  x402_marketplace: `${baseUrl}/.well-known/x402-marketplace.json`,
})
