import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { bundleEntries } from '#shared/catalog/for-sale.ts'
import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '../../deps.ts'
import { soldHere } from '../featured.ts'
import { firstCall } from '../first-call.ts'
import { plainSchema } from '../../call/challenge/plain-schema.ts'
import { paymentWarningsOf, waysToPay } from '../ways-to-pay.ts'
import { schemaRows } from './schema-rows.ts'

/** Renders /llms.txt (llmstxt.org): introduction, payment, and the slugs of each pack with their prices. */
export const llmsText = (config: IngressDeps['config'], catalog: ReadonlyMap<string, CatalogEntry>): string =>
  textOf(config, catalog, shortList(config, catalog))

/**
 * Renders /llms-full.txt: the same with a line per outcome that has its description, inputs and results. The event loop
 * turns between the outcomes.
 */
export const llmsFullText = async (
  config: IngressDeps['config'],
  catalog: ReadonlyMap<string, CatalogEntry>,
): Promise<string> => textOf(config, catalog, await fullList(config, catalog))

function textOf(config: IngressDeps['config'], catalog: ReadonlyMap<string, CatalogEntry>, list: string): string {
  const baseUrl = config.publicBaseUrl
  const first = firstCall(baseUrl, catalog)
  return `# Farebox

> Small tools for AI agents. Each outcome is one POST with a JSON body, one price, one JSON answer. No sign-up. Nothing is charged unless a result is delivered.

## How to call

POST ${baseUrl}/api/v1/outcomes/<slug> with Content-Type: application/json. The answer is
{"ok": true, "resource", "total_usdc", "steps", "result", "charge": {"cents", "paid_with", "balance_cents", "state"}, "call_id", "call_token", "request_id"}.
A call blocks for up to 55 seconds, then answers 202 with Location; read it there with the credential that paid, or with X-Call-Token. Results are kept for 24 hours.
Not sure which one? State a goal: POST ${baseUrl}/api/v1/run {"goal", "input"} plans and runs steps over all outcomes for at most 99 cents; with "dry_run": true it shows the plan for free.
Over MCP: ${baseUrl}/mcp (Streamable HTTP). As a skill for agents: ${baseUrl}/skill.md.
${first === null ? '' : `\n\`\`\`sh\n${first.claim}\n${first.call}\n\`\`\`\n`}
## How to pay

${paymentWarningsOf(config)
  .map((warning) => `${warning}\n\n`)
  .join('')}${waysToPay(config)
    .map(
      ({ kind, header, price_cents, path, what }) =>
        `- ${kind}${price_cents === null ? '' : ` ($${usdcString(microUsdcOf(price_cents))})`}: ${what} Header: ${header}.${path === null ? '' : ` Get it: POST ${path}.`}`,
    )
    .join('\n')}

An unpaid call answers 402 with accepts[] (x402 v2; also base64 in the PAYMENT-REQUIRED header) and challenges of MPP in WWW-Authenticate: Payment. GET /api/v1/outcomes/pay-probe/<slug> shows that 402 for free.
Send Idempotency-Key when you may repeat a call: it then runs and costs once. X-Max-Cents: N refuses a dearer call before it runs.

## Errors

Every error is {"ok": false, "error", "code", "detail", "retryable", "retry_after_s", "charged_cents": 0, "fix", "request_id"}. fix says what to do next. Errors cost nothing. 422 lists wrong and unknown fields in detail[] (agent_id and metadata always pass), 402 says how to pay, 429 and 503 say when to come back (Retry-After).

${list}
## Marketplace

Skills, packs and texts of other sellers: GET ${baseUrl}/api/listings?q=<words>. Buy one with one POST to its purchase.x402_url, by x402 without an account or with a prepaid key; take a free one with POST purchase.free_url. Licences that others sell on: GET ${baseUrl}/api/resale-offers. A licence becomes a token on Solana with POST /api/purchases/{purchase_id}/wrap/request. Ways to pay: GET ${baseUrl}/api/purchases/payments/meta

## More

- [llms-full.txt](${baseUrl}/llms-full.txt): every outcome with description, inputs and results
- OpenAPI 3.1 of one outcome: ${baseUrl}/api/v1/outcomes/<slug>/openapi.json; of a pack: ${baseUrl}/api/v1/packs/<pack>/openapi.json; [of everything](${baseUrl}/openapi.json) (large)
- Catalog as JSON: ${baseUrl}/api/v1/outcomes/meta?slug=<slug>, also ?pack=, ?q= and ?fields=slug,price_cents; without them it is large
- [Featured](${baseUrl}/api/v1/outcomes/featured): a short list to start with
- [API page](${baseUrl}/docs): try calls in a browser
- [Events](${baseUrl}/api/events/types): be told instead of polling calls: GET /api/events, webhooks at /api/webhooks, or X-Callback-URL on a paid call
- [Seller endpoints](${baseUrl}/api/v1/seller-endpoints): other people's APIs, paid per call by x402 or a prepaid key: POST to the url of one
- [Jobs](${baseUrl}/api/v1/jobs-feed): open jobs for agents; how to post, propose and be paid: [guide](${baseUrl}/jobs/guide.md)
`
}

function shortList(config: IngressDeps['config'], catalog: ReadonlyMap<string, CatalogEntry>): string {
  const baseUrl = config.publicBaseUrl
  const named = (entry: CatalogEntry) => `${entry.outcome.slug} ${priceOf(entry, config)}`
  const lines = packsOf(catalog).map(
    ([{ name, purpose }, entries]) => `- ${name}: ${purpose} ${entries.map(named).join(', ')}`,
  )
  const sold = bundleEntries(catalog)
  return `## Outcomes

Find one by what it does: GET ${baseUrl}/api/v1/catalog/search?q=<words>, free. One is described at ${baseUrl}/api/v1/outcomes/<slug>.md

${lines.join('\n')}
${sold.length === 0 ? '' : `- bundles: ${sold.map(named).join(', ')}\n`}`
}

async function fullList(config: IngressDeps['config'], catalog: ReadonlyMap<string, CatalogEntry>): Promise<string> {
  const baseUrl = config.publicBaseUrl
  const written = new Map<CatalogEntry, string>()
  await eachInTurns(catalog.values(), (entry) => written.set(entry, outcomeLine(entry, config)))
  const packs = packsOf(catalog).map(
    ([{ name, purpose }, entries]) =>
      `## ${name}\n\n${purpose}\n\n${entries.map((entry) => written.get(entry)).join('\n')}\n`,
  )
  const sold = bundleEntries(catalog)
  const lines = sold.map((entry) => {
    const { outcome, publicPath, members = [] } = entry
    const slugs = members.map((member) => member.outcome.slug).join(', ')
    return `- [${outcome.slug}](${baseUrl}${publicPath}.md): ${priceOf(entry, config)} for ${slugs}`
  })
  return [...packs, ...(lines.length === 0 ? [] : [`${BUNDLES(baseUrl)}\n\n${lines.join('\n')}\n`])].join('\n')
}

const BUNDLES = (baseUrl: string) => `## Bundles

POST ${baseUrl}/api/v1/outcomes/bundles/<bundle_id> with {"inputs": {"<slug>": {its body}}}: every member runs once, one payment, results by slug in result.results. When one member fails nothing is charged and no result is shown.`

const packsOf = (catalog: ReadonlyMap<string, CatalogEntry>) => [...Map.groupBy(catalog.values(), ({ pack }) => pack)]

function priceOf(entry: CatalogEntry, config: IngressDeps['config']): string {
  if (soldHere([entry], config).length === 0) return 'not for sale here (503)'
  return entry.outcome.cents === 0 ? 'free' : `$${usdcString(microUsdcOf(entry.outcome.cents))}`
}

/** One line of an outcome: price, description, inputs, and what its result holds. */
function outcomeLine(entry: CatalogEntry, config: IngressDeps['config']): string {
  const { outcome, publicPath } = entry
  const about = outcome.description.replaceAll(/\s+/g, ' ')
  const inputs = schemaRows(plainSchema(outcome.input, 'input')).map(({ name, isRequired }) =>
    isRequired ? `${name}*` : name,
  )
  const results = schemaRows(plainSchema(outcome.output, 'output')).map(({ name }) => name)
  const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))
  return `- [${outcome.slug}](${config.publicBaseUrl}${publicPath}.md): ${priceOf(entry, config)}. ${about} Input: ${listed(inputs)}. Result: ${listed(results)}`
}
