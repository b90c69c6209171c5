import { TRIAL } from '#shared/terms.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** Preferred outcomes, in this order, as far as the catalog has them. They need nothing but the key. */
const FAVOURITES = ['hash-text', 'timezone-convert', 'dictionary-define', 'jwt-decode', 'regex-test']
const MOST = 4

/**
 * Builds curl commands for a POSIX shell: the balance, then cheap calls with their catalog examples. Together the calls
 * cost at most what a trial key has left after its first call.
 */
export function firstCalls(catalog: ReadonlyMap<string, CatalogEntry>, baseUrl: string, key: string): string[] {
  const cheap = [...catalog.values()].filter(({ outcome }) => outcome.cents > 0 && outcome.cents <= TRIAL.maxPriceCents)
  const rank = ({ outcome }: CatalogEntry) =>
    FAVOURITES.includes(outcome.slug) ? FAVOURITES.indexOf(outcome.slug) : FAVOURITES.length
  let leftCents: number = TRIAL.cents - 1
  const chosen = cheap
    .sort((one, other) => rank(one) - rank(other) || one.outcome.cents - other.outcome.cents)
    .filter(({ outcome }) => {
      if (outcome.cents > leftCents) return false
      leftCents -= outcome.cents
      return true
    })
    .slice(0, MOST)
  return [
    `curl -s ${baseUrl}/api/v1/outcomes/balance/status -H "X-Service-Key: ${key}"`,
    ...chosen.map(
      ({ publicPath, outcome }) =>
        `curl -s -X POST ${baseUrl}${publicPath} -H "X-Service-Key: ${key}" -H 'Content-Type: application/json' -d ${shellQuote(outcome.example.input)}`,
    ),
  ]
}

/** Quotes JSON as one single-quoted shell word. */
const shellQuote = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`
