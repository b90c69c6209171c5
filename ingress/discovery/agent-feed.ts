import { usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { IngressDeps } from '../deps.ts'
import { featuredOf } from './featured.ts'
import { liveDocument } from './live-document.ts'
import type { TextDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

/**
 * Document that agents poll for outcomes to show. `featured_paid` are slots bought with featured-agent-slot; their
 * labels and links are untrusted text of the buyers.
 */
export function agentFeed({
  catalog,
  config,
  slots,
  now,
}: Pick<IngressDeps, 'catalog' | 'config' | 'slots' | 'now'>): () => TextDocument {
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
  const entries = [...catalog.values()]
  const fixed = {
    count: entries.length,
    featured: featuredOf(entries).map(view),
    impulse: entries.filter(({ outcome }) => outcome.impulse).map(({ outcome }) => outcome.slug),
    free: entries.filter(({ outcome }) => outcome.cents === 0).map(({ outcome }) => outcome.slug),
    catalog_url: `${baseUrl}/api/v1/outcomes/meta`,
  }
  const tail = {
    payment: waysToPay(config),
    warnings: paymentWarningsOf(config),
    links: { openapi: `${baseUrl}/openapi.json`, llms_txt: `${baseUrl}/llms.txt`, docs: `${baseUrl}/docs` },
  }
  return liveDocument(() => {
    const paidPlaces = slots().flatMap((slot) => {
      const entry = catalog.get(slot.slug)
      return entry === undefined ? [] : [{ ...view(entry), ...slot }]
    })
    return JSON.stringify({ outcomes_lane: { ...fixed, featured_paid: paidPlaces }, ...tail }).slice(1, -1)
  }, now)
}
