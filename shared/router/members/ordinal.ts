import type { Known } from '../values/known.ts'

const THINGS =
  'ones?|them|these|those|results?|hits?|matche?s?|links?|articles?|stor(?:y|ies)|headlines?|posts?|pages?|files?|notes?|filings?|reports?|entry|entries|items?|transfers?|transactions?|payments?|tx|tokens?|people|persons?|names?|jobs?|roles?|openings?|ads?|postings?|sources?|hosts?|servers?|nameservers?|name|agents?|workspaces?|endpoints?|services?|candidates?|requests?|offers?|titles?|domains?|addresse?s?|evidence|mints?|coins?|wallets?|senders?|payers?|receivers?|recipients?|documents?|passages?|8-ks?|10-[kq]s?|treffer|artikel|meldung|beitrag|seite|resultados?|noticias?|articulos?|enlaces?|resultats?|liens?'

/** The places in a list that words say, the first one being 0. */
const PLACES: readonly (readonly [string, number])[] = [
  ['second|2nd|zweite[nrs]?|segund[ao]|deuxieme|seconde', 1],
  ['third|3rd|dritte[nrs]?|tercer[ao]?|troisieme', 2],
  ['fourth|4th|vierte[nrs]?|cuart[ao]|quatrieme', 3],
  ['fifth|5th|funfte[nrs]?|quint[ao]|cinquieme', 4],
  ['oldest|bottom|lowest|alteste[nrs]?|mas antigu[ao]|plus ancien(?:ne)?', -1],
  ['last|letzte[nrs]?|ultim[ao]|dernier[e]?', -1],
]

const ONE = new RegExp(
  `(?<!\\b(?:a|per|each|every|one|\\d+)[ -])\\b(?:${PLACES.map(([words]) => `(${words})`).join('|')})(?=\\s+(?:(?:most )?[\\p{L}-]+\\s+){0,2}?(?:${THINGS})\\b|\\s+(?:of|on|in)\\b|['’]s\\b|\\s*(?:$|[.,;:!?]))`,
  'u',
)

/** Lists whose first entry is the newest, so that their "last" one is the first. */
const NEWEST_FIRST = /^(?:filings|headlines|transfers|payments|posts|notes|workspaces)$/

/** The path with the place in its first list that the goal's words about the wish say: "the second result". */
export function withOrdinal(path: string, { part }: Known): string {
  const list = path.split('.').indexOf('0')
  if (list === -1 || part === undefined) return path
  const match = ONE.exec(part.text)
  const place = match === null ? undefined : PLACES[match.slice(1).findIndex((word) => word !== undefined)]
  if (match === null || place === undefined) return path
  const segments = path.split('.')
  const isNewest =
    place[1] === -1 && /^(?:last|letzt|ultim|dernier)/.test(match[0]) && NEWEST_FIRST.test(segments[list - 1] ?? '')
  return segments.with(list, String(isNewest ? 0 : place[1])).join('.')
}

const COUNT = '(\\d+|two|three|four|zwei|drei|vier|dos|tres|cuatro|deux|trois|quatre)'
const EACH = new RegExp(
  `\\b(?:each|every one|all|both|jede[nrs]?|alle|beide|cada un[ao]|tod[ao]s|amb[ao]s|chacun[e]?|tou(?:te)?s|les)\\b(?: (?:one|of))*(?: (?:the|these|those|them|der|die|las?|los|les|de|des))*(?: (?:first|top|newest|latest|best|ersten|primer[ao]s|premiers?))?(?: ${COUNT})?\\b`,
  'u',
)
const WORDS: Readonly<Record<string, number>> = {
  two: 2,
  zwei: 2,
  dos: 2,
  deux: 2,
  three: 3,
  drei: 3,
  tres: 3,
  trois: 3,
  four: 4,
  vier: 4,
  cuatro: 4,
  quatre: 4,
}

/** How many entries of a list a wish is for, if the goal says that it is for each of so many. */
export function eachOf({ part, goal }: Known): number | undefined {
  const match = part === undefined ? null : EACH.exec(part.text)
  if (match === null) return undefined
  if (/^(?:both|beide|amb)/.test(match[0])) return 2
  if (match[1] === undefined && !/^(?:each|every|jede|cada|chacun)/.test(match[0])) return undefined
  const said = match[1] ?? new RegExp(`\\b${COUNT}\\b`, 'iu').exec(goal)?.[1]?.toLowerCase()
  const count = said === undefined ? undefined : (WORDS[said] ?? Number(said))
  return count !== undefined && count >= 2 && count <= MOST_EACH ? count : undefined
}

const MOST_EACH = 4
