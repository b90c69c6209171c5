import type { SearchPart } from '../company-parts.ts'
import { plainName } from '../resolve/name-match.ts'

export type Named = { name: string; hosts: Set<string>; why: string; url: string }

const NAME = String.raw`([\p{Lu}\d][\p{L}\d.&'’+-]{1,30}(?: [\p{Lu}\d][\p{L}\d.&'’+-]{1,30}){0,2})`
const LIST = new RegExp(
  String.raw`(?:such as|including|like|are|include|alternatives?:|competitors?:|options?:)\s+((?:${NAME})(?:,\s+(?:and\s+)?${NAME}|\s+and\s+${NAME}){1,12})`,
  'giu',
)
/** Capitalised words of such pages that are not names. */
const NO_NAME =
  /^(?:top|best|free|open|source|the|alternatives?|competitors?|reviews?|pricing|features?|software|tools?|guide|compare|comparison|vs|versus|which|what|why|how|in|for|and|or|\d{4}|\d{1,3}|g2|capterra|reddit|quora|trustpilot|getapp|saasworthy|alternativeto)$/iu
const MOST_NAMES = 40

/**
 * Names that pages put next to a company: "Acme vs Globex", "alternatives such as Globex and Initech". Includes the
 * hosts that name them: a name on two independent sites was not made up by one.
 */
export function findNamesBeside(company: string, results: readonly SearchPart['results'][number][]): Named[] {
  const own = plainName(company)
  const found = new Map<string, Named>()
  for (const { title, snippet, url, domain } of results) {
    for (const name of new Set([...inTitle(title, own), ...inLists(`${title}. ${snippet}`)])) {
      const plain = plainName(name)
      if (plain === '' || plain === own || plain.length < 3 || NO_NAME.test(plain) || found.size >= MOST_NAMES) continue
      const known = found.get(plain) ?? { name, hosts: new Set<string>(), why: title.slice(0, 200), url }
      known.hosts.add(domain)
      found.set(plain, known)
    }
  }
  return [...found.values()].toSorted((a, b) => b.hosts.size - a.hosts.size || (a.name < b.name ? -1 : 1))
}

/** The other side of "A vs B". */
function inTitle(title: string, own: string): string[] {
  const [, left = '', right = ''] =
    /^(.{2,60}?)\s+(?:vs\.?|versus|or|compared to)\s+(.{2,60}?)(?:[:|,(–—?-]|\s-\s|$)/i.exec(title) ?? []
  const sides = [left, right].map((side) =>
    side.replace(/\b(?:alternatives?|pricing|comparison|reviews?|in \d{4}|\d{4})\b.*$/i, '').trim(),
  )
  return sides.some((side) => plainName(side) === own) ? sides.filter((side) => /^[\p{Lu}\d]/u.test(side)) : []
}

const inLists = (text: string) =>
  [...text.slice(0, 1_500).matchAll(LIST)].flatMap(([, list = '']) =>
    list
      .split(/,\s+(?:and\s+)?|\s+and\s+/)
      .map((name) => name.replace(/[.,]+$/, '').trim())
      .filter((name) => name.length > 1 && name.length < 50),
  )
