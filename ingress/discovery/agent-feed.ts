import { usdcString } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '../deps.ts'
import { featuredSlugs } from './featured.ts'
import { liveDocument } from './live-document.ts'
import type { TextDocument } from './text-document.ts'
import { waysToPay } from './ways-to-pay.ts'

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
  const shown = (slug: string) => {
    const entry = catalog.get(slug)
    if (entry === undefined) return []
    const { outcome, publicPath, priceMicroUsdc } = entry
    return [
      {
        slug,
        title: outcome.title,
        endpoint: baseUrl + publicPath,
        method: 'POST',
        price_cents: outcome.cents,
        price_usd: usdcString(priceMicroUsdc),
        pay_probe_url: `${baseUrl}/api/v1/outcomes/pay-probe/${slug}`,
      },
    ]
  }
  const entries = [...catalog.values()]
  const fixed = {
    count: entries.length,
    featured: featuredSlugs(catalog).flatMap(shown),
    impulse: entries.filter(({ outcome }) => outcome.impulse).map(({ outcome }) => outcome.slug),
    free: entries.filter(({ outcome }) => outcome.cents === 0).map(({ outcome }) => outcome.slug),
    catalog_url: `${baseUrl}/api/v1/outcomes/meta`,
  }
  const tail = {
    payment: waysToPay(baseUrl),
    links: { openapi: `${baseUrl}/openapi.json`, llms_txt: `${baseUrl}/llms.txt`, docs: `${baseUrl}/docs` },
  }
  return liveDocument(() => {
    const paidPlaces = slots().flatMap((slot) => shown(slot.slug).map((entry) => ({ ...entry, ...slot })))
    return JSON.stringify({ outcomes_lane: { ...fixed, featured_paid: paidPlaces }, ...tail }).slice(1, -1)
  }, now)
}
