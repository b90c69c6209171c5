import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { bundleEntries } from '#shared/catalog/for-sale.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '../deps.ts'
import { soldHere } from './featured.ts'
import { firstCall } from './first-call.ts'
import { isSchema, plainSchema } from '../call/challenge/plain-schema.ts'
import { paymentWarningsOf, waysToPay } from './ways-to-pay.ts'

/** Renders /llms.txt (llmstxt.org): introduction, payment, and one line per outcome with price and inputs. */
export function llmsText(config: IngressDeps['config'], catalog: ReadonlyMap<string, CatalogEntry>): string {
  const baseUrl = config.publicBaseUrl
  const first = firstCall(baseUrl, catalog)
  const packs = Map.groupBy(catalog.values(), ({ pack }) => pack)
  const ready = soldHere(bundleEntries(catalog), config)
  const sold = new Set(soldHere(catalog.values(), config))
  return `# Farebox

> Small tools for AI agents. Each outcome is one POST with a JSON body, one price, one JSON answer. No sign-up. Nothing is charged unless a result is delivered.

## How to call

POST ${baseUrl}/api/v1/outcomes/<slug> with Content-Type: application/json. The answer is
{"ok": true, "resource", "total_usdc", "steps", "result", "charge": {"cents", "paid_with", "balance_cents", "state"}, "call_id", "call_token", "request_id"}.
A call blocks for up to 55 seconds, then answers 202 with Location; read it there with the credential that paid, or with X-Call-Token. Results are kept for 24 hours.
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

An unpaid call answers 402 with accepts[] (x402 v2; also base64 in the PAYMENT-REQUIRED header). GET /api/v1/outcomes/pay-probe/<slug> shows that 402 for free.
Send Idempotency-Key when you may repeat a call: it then runs and costs once. X-Max-Cents: N refuses a dearer call before it runs.

## Errors

Every error is {"ok": false, "error", "code", "detail", "retryable", "retry_after_s", "charged_cents": 0, "fix", "request_id"}. fix says what to do next. Errors cost nothing. 422 lists wrong and unknown fields in detail[] (agent_id and metadata always pass), 402 says how to pay, 429 and 503 say when to come back (Retry-After).

${[...packs]
  .map(
    ([pack, entries]) =>
      `## ${pack.name}\n\n${pack.purpose}\n\n${entries.map((entry) => outcomeLine(entry, baseUrl, sold.has(entry))).join('\n')}`,
  )
  .join('\n\n')}
${ready.length === 0 ? '' : `\n## Bundles\n\nPOST ${baseUrl}/api/v1/outcomes/bundles/<bundle_id> with {"inputs": {"<slug>": {its body}}}: every member runs once, one payment, results by slug in result.results. When one member fails nothing is charged and no result is shown.\n\n${ready.map(({ outcome, members = [] }) => `- [${outcome.slug}](${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}): $${usdcString(microUsdcOf(outcome.cents))} for ${members.map((member) => member.outcome.slug).join(', ')}`).join('\n')}\n`}
## More

- [OpenAPI 3.1](${baseUrl}/openapi.json): every route with its schemas
- [Catalog](${baseUrl}/api/v1/outcomes/meta): every outcome with schemas, examples and reliability counts, as JSON
- [Featured](${baseUrl}/api/v1/outcomes/featured): a short list to start with
- [API page](${baseUrl}/docs): try calls in a browser
`
}

function outcomeLine({ outcome }: CatalogEntry, baseUrl: string, isSold: boolean): string {
  const price = !isSold
    ? 'not for sale here (503)'
    : outcome.cents === 0
      ? 'free'
      : `$${usdcString(microUsdcOf(outcome.cents))}`
  const { properties, required } = plainSchema(outcome.input, 'input')
  const names = Object.keys(isSchema(properties) ? properties : {})
  const needed = new Set<unknown>(Array.isArray(required) ? required : [])
  const inputs = names.length === 0 ? 'none' : names.map((name) => (needed.has(name) ? `${name}*` : name)).join(', ')
  return `- [${outcome.slug}](${baseUrl}/api/v1/outcomes/pay-probe/${outcome.slug}): ${price}. ${outcome.description.replaceAll(/\s+/g, ' ')} Input: ${inputs}`
}
