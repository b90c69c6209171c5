import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import { sellerPath } from '#shared/market/endpoints/seller-slug.ts'
import type { X402Endpoint } from '#shared/market/endpoints/x402-endpoints.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '../deps.ts'
import { featuredOf, soldHere } from './featured.ts'
import { liveDocument } from './live-document.ts'
import { marketLinks } from './market-links.ts'
import { routerView } from './router-view.ts'
import type { TextDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

/**
 * Document that agents poll for outcomes to show. `featured_paid` starts with the slots bought with featured-agent-slot, whose
 * labels and links are untrusted text of the buyers; our own featured outcomes that cost something follow. `sellers_lane`
 * has the best endpoints of sellers, whose titles are theirs.
 */
export function agentFeed({
  catalog,
  config,
  slots,
  x402Sales,
  now,
}: Pick<IngressDeps, 'catalog' | 'config' | 'slots' | 'x402Sales' | 'now'>): () => TextDocument {
  const baseUrl = config.publicBaseUrl
  const view = ({ outcome, publicPath, priceMicroUsdc }: CatalogEntry) => ({
    slug: outcome.slug,
    title: outcome.title,
    endpoint: baseUrl + publicPath,
    method: 'POST',
    price_cents: outcome.cents,
    price_usd: usdcString(priceMicroUsdc),
    pay_probe_url: `${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}`,
  })
  const viewSold = ({ slug, title, priceCents }: X402Endpoint) => ({
    slug,
    title,
    endpoint: baseUrl + sellerPath(slug),
    method: 'POST',
    price_cents: priceCents,
    price_usd: usdcString(microUsdcOf(priceCents)),
    pay_probe_url: `${baseUrl}/api/v1/seller-endpoints/${slug}`,
  })
  const entries = soldHere(catalog.values(), config)
  const featured = featuredOf(entries)
  const fixed = {
    count: entries.length,
    featured: featured.map(view),
    impulse: entries.filter(({ outcome }) => outcome.impulse).map(({ outcome }) => outcome.slug),
    free: entries.filter(({ outcome }) => outcome.cents === 0).map(({ outcome }) => outcome.slug),
    router: routerView(catalog, baseUrl),
    catalog_url: `${baseUrl}/api/v1/outcomes/meta`,
  }
  const tail = {
    payment: waysToPay(config),
    warnings: paymentWarningsOf(config),
    links: {
      openapi: `${baseUrl}/openapi.json`,
      llms_txt: `${baseUrl}/llms.txt`,
      docs: `${baseUrl}/docs`,
      ...marketLinks(baseUrl),
    },
  }
  return liveDocument(() => {
    const paidPlaces = slots().flatMap((slot) => {
      const entry = catalog.get(slot.slug)
      if (entry !== undefined) return [{ ...view(entry), ...slot, bought: true }]
      const sold = x402Sales().endpoints.find(({ slug }) => slug === slot.slug)
      return sold === undefined ? [] : [{ ...viewSold(sold), ...slot, bought: true }]
    })
    const bought = new Set(paidPlaces.map(({ slug }) => slug))
    const ours = featured.flatMap((entry) =>
      entry.outcome.cents === 0 || bought.has(entry.outcome.slug) ? [] : [{ ...view(entry), ...OUR_PLACE }],
    )
    return JSON.stringify({
      outcomes_lane: { ...fixed, featured_paid: [...paidPlaces, ...ours] },
      sellers_lane: {
        list_url: `${baseUrl}/api/v1/seller-endpoints`,
        best: x402Sales().endpoints.slice(0, MOST_SOLD).map(viewSold),
      },
      ...tail,
    }).slice(1, -1)
  }, now)
}

/** Endpoints of sellers in the feed; the list has all. */
const MOST_SOLD = 10

/** A place of ours: nobody bought it, and it does not end. */
const OUR_PLACE = { label: null, url: null, starts_at: null, ends_at: null, bought: false }
