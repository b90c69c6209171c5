import { NEVER_CALLED } from '#shared/doors/context.ts'
import { TRIAL } from '#shared/terms.ts'
import { modelsOf } from '#shared/lib/models/model-roles.ts'
import { type Bundle, bundles, missingSlugs } from '#shared/catalog/bundles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { bundleEntries, bundlePath } from '#shared/catalog/for-sale.ts'
import type { Pack } from '#shared/outcomes/pack.ts'
import { usdcString, microUsdcOf } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '../deps.ts'
import { describeOutcome } from './descriptor.ts'
import { featuredOf } from './featured.ts'
import { liveDocument } from './live-document.ts'
import type { TextDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

export type CatalogDocuments = {
  /** All outcomes, packs and bundles. */
  meta: () => TextDocument
  /** The featured outcomes only. */
  featured: () => TextDocument
}

/** Builds the catalog as JSON. All but the reliability counts and bought slots is serialized once, here. */
export function catalogDocuments(
  deps: Pick<IngressDeps, 'catalog' | 'config' | 'reliability' | 'slots' | 'now'>,
): CatalogDocuments {
  const { catalog, reliability, slots, now } = deps
  const { publicBaseUrl } = deps.config
  const models = modelsOf(deps.config)
  const lines = new Map(
    [...catalog.values()].map((entry) => [
      entry.outcome.slug,
      JSON.stringify(describeOutcome(entry, publicBaseUrl, models)).slice(0, -1),
    ]),
  )
  const sold = new Map(bundleEntries(catalog).map((entry) => [entry.publicPath, entry]))
  const featured = featuredOf(catalog.values()).map(({ outcome }) => outcome.slug)
  const tail = JSON.stringify({
    packs: packsOf(catalog),
    bundles: bundles.map((bundle) => viewBundle(bundle, catalog, sold.get(bundlePath(bundle)), publicBaseUrl)),
    payment: waysToPay(deps.config),
    warnings: paymentWarningsOf(deps.config),
    links: linksOf(publicBaseUrl),
  }).slice(1, -1)

  const outcomes = (slugs: readonly string[]) => {
    const counts = reliability()
    const texts = slugs.map(
      (slug) => `${lines.get(slug) ?? '{'},"reliability":${JSON.stringify(counts.get(slug) ?? NEVER_CALLED)}}`,
    )
    return `"count":${slugs.length},"outcomes":[${texts.join(',')}]`
  }
  const all = [...lines.keys()]
  return {
    meta: liveDocument(() => `${outcomes(all)},${tail}`, now),
    featured: liveDocument(() => `${outcomes(featured)},"featured_paid":${JSON.stringify(slots())}`, now),
  }
}

function packsOf(catalog: ReadonlyMap<string, CatalogEntry>) {
  const packs = new Map<Pack, string[]>()
  for (const { pack, outcome } of catalog.values()) packs.set(pack, [...(packs.get(pack) ?? []), outcome.slug])
  return [...packs].map(([{ name, purpose, dayPass }, slugs]) => ({ name, purpose, day_pass: dayPass, slugs }))
}

/** Describes a bundle and, if it is for sale, how to call it. The schemas are those of its members. */
function viewBundle(
  bundle: Bundle,
  catalog: ReadonlyMap<string, CatalogEntry>,
  entry: CatalogEntry | undefined,
  baseUrl: string,
) {
  const missing = missingSlugs(bundle, catalog)
  return {
    id: bundle.id,
    slugs: bundle.slugs,
    list_cents: bundle.listCents,
    bundle_cents: bundle.bundleCents,
    discount_percent: bundle.discountPercent,
    list_usd: usdcString(microUsdcOf(bundle.listCents)),
    bundle_usd: usdcString(microUsdcOf(bundle.bundleCents)),
    availability: missing.length === 0 ? 'ready' : 'coming',
    missing_slugs: missing,
    method: 'POST',
    public_path: bundlePath(bundle),
    url: baseUrl + bundlePath(bundle),
    call:
      entry === undefined
        ? null
        : {
            description: entry.outcome.description,
            sample_input: entry.outcome.example.input,
            settle: entry.outcome.settle,
            timeout_ms: entry.outcome.timeoutMs,
            max_body_bytes: entry.outcome.maxBodyBytes,
            day_pass: entry.inGuards,
            trial_eligible: entry.outcome.cents <= TRIAL.maxPriceCents,
            pay_probe_url: `${baseUrl}/api/v1/outcomes/pay-probe/${entry.outcome.slug}`,
          },
  }
}

const linksOf = (baseUrl: string) => ({
  openapi: `${baseUrl}/openapi.json`,
  docs: `${baseUrl}/docs`,
  llms_txt: `${baseUrl}/llms.txt`,
  featured: `${baseUrl}/api/v1/outcomes/featured`,
  agent_feed: `${baseUrl}/api/v1/agent-feed`,
  x402: `${baseUrl}/.well-known/x402.json`,
  pay_probe: `${baseUrl}/api/v1/outcomes/pay-probe/{slug}`,
})
