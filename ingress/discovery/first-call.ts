import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** Two shell commands: claim a trial key, then call an outcome with it. */
export type FirstCall = { claim: string; call: string; slug: string }

/** Builds the commands for a POSIX shell. Calls json-repair, or else the cheapest paid outcome. Null without any. */
export function firstCall(baseUrl: string, catalog: ReadonlyMap<string, CatalogEntry>): FirstCall | null {
  const byPrice = [...catalog.values()]
    .filter(({ outcome }) => outcome.cents > 0)
    .sort((a, b) => a.outcome.cents - b.outcome.cents)
  const entry = catalog.get('json-repair') ?? byPrice[0]
  if (entry === undefined) return null
  const { outcome, publicPath } = entry
  return {
    slug: outcome.slug,
    claim: `KEY=$(curl -sX POST \\
  ${baseUrl}/api/v1/outcomes/balance/trial/claim \\
  -H 'content-type: application/json' \\
  -d '{"agent_id":"my-agent"}' |
  sed 's/.*"key":"\\([^"]*\\)".*/\\1/')`,
    call: `curl -sX POST ${baseUrl}${publicPath} \\
  -H "X-Service-Key: $KEY" -H 'content-type: application/json' \\
  -d ${shellQuote(JSON.stringify(outcome.example.input))}`,
  }
}

const shellQuote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
