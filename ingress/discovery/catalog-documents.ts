import { wrongFields } from '#shared/errors.ts'
import { NEVER_CALLED } from '#shared/doors/context.ts'
import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'
import { TRIAL } from '#shared/terms.ts'
import { type Bundle, bundles, missingSlugs } from '#shared/catalog/bundles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { bundleEntries, bundlePath } from '#shared/catalog/for-sale.ts'
import { installationOf } from '#shared/outcomes/availability.ts'
import type { Pack } from '#shared/outcomes/pack.ts'
import { usdcString, microUsdcOf } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '../deps.ts'
import { describeOutcome } from './descriptor.ts'
import { featuredOf, soldHere } from './featured.ts'
import { type CatalogQuery, namesIn, selectSlugs } from './catalog/catalog-selection.ts'
import { API_VERSION, JSON_TYPE, liveDocument } from './live-document.ts'
import { marketLinks } from './market-links.ts'
import { routerView } from './router-view.ts'
import { OUTCOME_FIELDS } from './openapi/catalog-answer.ts'
import { tagOf, type TextDocument, textDocument } from './text-document.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

export type CatalogDocuments = {
  /** All outcomes, packs and bundles. */
  meta: () => Promise<TextDocument>
  /** The outcomes, or the members of them, that a query asks for. Throws 422 for names that do not exist. */
  selected: (query: CatalogQuery) => Promise<TextDocument>
  /** The featured outcomes only. */
  featured: () => Promise<TextDocument>
}

/** Members of an outcome that are large: they are read from its JSON when somebody asks for them. */
const LARGE: ReadonlySet<string> = new Set(['input_schema', 'output_schema', 'sample_input', 'sample_output'])
/** Most outcomes whose large members are picked at once: the whole catalog is read without a query, which costs us nothing. */
const MOST_WITH_LARGE = 50

/**
 * Builds the catalog as JSON. All but the reliability counts and bought slots is serialized once, when it is first read,
 * with a turn of the event loop between the outcomes: an ingress that nobody asks for its catalog does not hold it.
 */
export function catalogDocuments(
  deps: Pick<IngressDeps, 'catalog' | 'forSale' | 'config' | 'reliability' | 'slots' | 'now'>,
): CatalogDocuments {
  const { catalog, reliability, slots, now } = deps
  const { publicBaseUrl } = deps.config
  const installation = installationOf(deps.config)
  const lines = new Map<string, string>()
  /** An outcome without its closing brace, which follows its counts. */
  const lineOf = (slug: string): string => {
    const entry = catalog.get(slug)
    const line =
      lines.get(slug) ??
      (entry === undefined ? '{' : JSON.stringify(describeOutcome(entry, publicBaseUrl, installation)).slice(0, -1))
    lines.set(slug, line)
    return line
  }
  /** Writes the lines that are missing; who asks meanwhile writes on where others have come to. */
  const write = (slugs: readonly string[]) =>
    eachInTurns(
      slugs.filter((slug) => !lines.has(slug)),
      lineOf,
    )
  const sold = new Map(bundleEntries(catalog).map((entry) => [entry.publicPath, entry]))
  const featured = featuredOf(soldHere(catalog.values(), deps.config)).map(({ outcome }) => outcome.slug)
  const tail = once(() =>
    JSON.stringify({
      packs: packsOf(catalog),
      router: routerView(catalog, publicBaseUrl),
      bundles: bundles.map((bundle) => viewBundle(bundle, catalog, sold.get(bundlePath(bundle)), publicBaseUrl)),
      payment: waysToPay(deps.config),
      warnings: paymentWarningsOf(deps.config),
      links: linksOf(publicBaseUrl),
    }).slice(1, -1),
  )

  const outcomes = (slugs: readonly string[]) => {
    const counts = reliability()
    const texts = slugs.map(
      (slug) => `${lineOf(slug)},"reliability":${JSON.stringify(counts.get(slug) ?? NEVER_CALLED)}}`,
    )
    return `"count":${slugs.length},"outcomes":[${texts.join(',')}]`
  }
  const membersOf = (slug: string) => parsed(`${lineOf(slug)}}`)
  const small = new Map<string, Members>()
  const readSmall = (slugs: readonly string[]) =>
    eachInTurns(
      slugs.filter((slug) => !small.has(slug)),
      (slug) =>
        small.set(slug, Object.fromEntries(Object.entries(membersOf(slug)).filter(([name]) => !LARGE.has(name)))),
    )
  const picked = async (slugs: readonly string[], fields: readonly string[]) => {
    const isLarge = fields.some((field) => LARGE.has(field))
    if (isLarge && slugs.length > MOST_WITH_LARGE) throw tooMuch()
    await (isLarge ? write(slugs) : readSmall(slugs))
    const counts = reliability()
    const parts = slugs.map((slug) => {
      const members = isLarge ? membersOf(slug) : small.get(slug)
      const whole: Members = { ...members, reliability: counts.get(slug) ?? NEVER_CALLED }
      return Object.fromEntries(fields.map((field) => [field, whole[field]]))
    })
    return `"count":${slugs.length},"outcomes":${JSON.stringify(parts)}`
  }
  const all = [...catalog.keys()]
  const links = JSON.stringify({ links: linksOf(publicBaseUrl) }).slice(1, -1)
  const whole = liveDocument(() => `${outcomes(all)},${tail()}`, now)
  const few = liveDocument(() => `${outcomes(featured)},"featured_paid":${JSON.stringify(slots())}`, now)
  return {
    async meta() {
      await write(all)
      return whole()
    },
    async featured() {
      await write(featured)
      return few()
    },
    async selected(query) {
      const slugs = await selectSlugs(query, deps)
      if (query.fields === undefined) await write(slugs)
      const content =
        query.fields === undefined
          ? outcomes(slugs)
          : await picked(slugs, [...new Set(['slug', ...namesIn('fields', query.fields, OUTCOME_FIELDS)])])
      const tag = tagOf(content)
      const head = JSON.stringify({ version: API_VERSION, etag: tag }).slice(0, -1)
      return textDocument(`${head},${content},${links}}`, JSON_TYPE, tag)
    },
  }
}

const tooMuch = () =>
  wrongFields(
    [
      {
        type: 'value_error',
        loc: ['query', 'fields'],
        msg: `Value error, schemas and samples of at most ${MOST_WITH_LARGE} outcomes can be picked: add pack, q or slug`,
      },
    ],
    1,
    { action: 'Name a pack, words or slugs too, or leave out the schemas and samples.' },
  )

type Members = Record<string, unknown>

// Safe: a line of the catalog.
const parsed = (text: string) => JSON.parse(text) as Members

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => (made ??= { value: make() }).value
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
  llms_full_txt: `${baseUrl}/llms-full.txt`,
  search: `${baseUrl}/api/v1/catalog/search?q={words}`,
  outcome_openapi: `${baseUrl}/api/v1/outcomes/{slug}/openapi.json`,
  pack_openapi: `${baseUrl}/api/v1/packs/{pack}/openapi.json`,
  outcome_page: `${baseUrl}/api/v1/outcomes/{slug}.md`,
  featured: `${baseUrl}/api/v1/outcomes/featured`,
  agent_feed: `${baseUrl}/api/v1/agent-feed`,
  x402: `${baseUrl}/.well-known/x402.json`,
  ...marketLinks(baseUrl),
  pay_probe: `${baseUrl}/api/v1/outcomes/pay-probe/{slug}`,
})
