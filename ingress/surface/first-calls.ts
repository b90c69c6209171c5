import { TRIAL } from '#shared/money/trial/trial-terms.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** Shown in this order as far as the catalog has them; all work without anything but the key. */
const FAVOURITES = ['hash-text', 'timezone-convert', 'dictionary-define', 'jwt-decode', 'regex-test']
const MOST = 4

/**
 * curl commands to paste into a POSIX shell: a look at the balance, then cheap calls with the examples of the catalog.
 * Together they cost less than a trial key has left.
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
        `curl -s -X POST ${baseUrl}${publicPath} -H "X-Service-Key: ${key}" -H 'Content-Type: application/json' -d ${quoted(outcome.example.input)}`,
    ),
  ]
}

/** A JSON body as one single-quoted shell word. */
const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`
