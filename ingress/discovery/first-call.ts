import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** Shell commands: claim a trial key, then call an outcome with it. */
export type FirstCall = { claim: string; call: string; slug: string }

/** Builds the commands for a POSIX shell. Calls json-repair, or else the cheapest paid outcome. Null without any. */
export function firstCall(baseUrl: string, catalog: ReadonlyMap<string, CatalogEntry>): FirstCall | null {
  const byPrice = [...catalog.values()]
    .filter(({ outcome }) => outcome.cents > 0)
    .sort((a, b) => a.outcome.cents - b.outcome.cents)
  const entry = catalog.get('json-repair') ?? byPrice[0]
  if (entry === undefined) return null
  return { slug: entry.outcome.slug, claim: claimCommand(baseUrl), call: callCommand(baseUrl, entry) }
}

/**
 * The commands that claim a trial key. They draw an agent_id, so that they work for everybody who pastes them. A refusal
 * is printed and leaves KEY empty.
 */
const claimCommand = (baseUrl: string) => `CLAIM=$(curl -sX POST \\
  ${baseUrl}/api/v1/outcomes/balance/trial/claim \\
  -H 'content-type: application/json' \\
  -d "{\\"agent_id\\":\\"me-$(od -An -N8 -tx8 /dev/urandom | tr -d ' ')\\"}")
KEY=$(printf %s "$CLAIM" | sed -n 's/.*"key":"\\(fb_[^"]*\\)".*/\\1/p')
echo "\${KEY:-$CLAIM}"`

/** The command that calls an outcome with its sample, paid by the key in KEY. */
export const callCommand = (baseUrl: string, { outcome, publicPath }: CatalogEntry): string =>
  `curl -sX POST ${baseUrl}${publicPath} \\
  ${outcome.cents === 0 ? '' : `-H "X-Service-Key: $KEY" `}-H 'content-type: application/json' \\
  -d ${shellQuote(JSON.stringify(outcome.example.input))}`

const shellQuote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
