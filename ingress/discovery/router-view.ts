import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { runEntry } from '#shared/catalog/run-outcome.ts'
import { usdcString } from '#shared/lib/micro-usdc.ts'

/** The goal router as the catalog and the feed show it, beside the outcomes. */
export function routerView(catalog: ReadonlyMap<string, CatalogEntry>, baseUrl: string) {
  const { outcome, publicPath, priceMicroUsdc } = runEntry(catalog)
  return {
    slug: outcome.slug,
    title: outcome.title,
    description: outcome.description,
    method: 'POST' as const,
    public_path: publicPath,
    url: baseUrl + publicPath,
    price_cents: outcome.cents,
    price_usd: usdcString(priceMicroUsdc),
    help_url: baseUrl + publicPath,
    pay_probe_url: `${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}`,
    sample_input: outcome.example.input,
  }
}
