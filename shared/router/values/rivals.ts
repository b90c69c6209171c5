import type { Value } from './find-values.ts'
import type { Known } from './known.ts'
import { list } from './meanings.ts'
import { byRole } from './roles.ts'
import { RIVALRY } from './roles.rules.ts'

/** The domains that goal and input name, those of addresses too. */
const sitesIn = (known: Known): Value[] => {
  const hosts = new Set<string>()
  return known.values
    .flatMap((value) => {
      const text = String(value.value)
      if (value.type === 'domain') return [value]
      return value.type === 'url' && URL.canParse(text) ? [{ ...value, value: new URL(text).hostname }] : []
    })
    .map((value) => ({ ...value, value: String(value.value).replace(/^www\./, '') }))
    .filter(({ value }) => !hosts.has(value) && hosts.add(value))
}

/** Whose site is compared with others: the one that the goal calls its own, or else the one that is the input. */
export function ownSite(known: Known): string | undefined {
  const sites = sitesIn(known)
  if (sites.length < 2) return undefined
  const { us, them } = byRole(known, sites, RIVALRY)
  const input = sites.find(({ from }) => from === 'input')
  const own =
    us ?? (sites.some(({ from }) => from === 'goal') ? input : undefined) ?? sites.find((site) => site !== them)
  return own === undefined ? undefined : String(own.value)
}

export function competitorsIn(known: Known): string[] | undefined {
  const { goal } = known
  const sites = sitesIn(known).map(({ value }) => String(value))
  if (sites.length > 1) {
    const own = ownSite(known) ?? sites[0]
    return sites.filter((site) => site !== own)
  }
  const told =
    /\b(?:competitors?|rivals?|alternatives|wettbewerber|competidores|concurrents)\b[^:]{0,40}[:：]\s*((?:\p{Lu}[\p{L}\p{N}.]*(?: \p{Lu}[\p{L}\p{N}.]*)?(?:\s*,\s*(?:and\s+)?|\s+(?:and|und|y|et|or)\s+)?)+)/u.exec(
      goal,
    )?.[1]
  const found =
    told ??
    /\b(?:with|against|versus|vs\.?|to|and|mit|gegen|con|contra|avec|contre|mit)\s+((?:[A-Z][\p{L}\p{N}.]*(?: [A-Z][\p{L}\p{N}.]*)?(?:\s*,\s*|\s+(?:and|und|y|et|or)\s+)?)+)/u.exec(
      goal,
    )?.[1]
  return found === undefined
    ? undefined
    : list(
        found
          .split(/\s*,\s*|\s+(?:and|und|y|et|or)\s+/)
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      )
}
