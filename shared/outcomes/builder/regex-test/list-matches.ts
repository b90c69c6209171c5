/** One match as it is answered; offsets in UTF-16 units from 0, line and column from 1. */
export type ListedMatch = {
  match: string
  start: number
  end: number
  line: number
  column: number
  groups: (string | null)[]
  named: Record<string, string | null>
}

/** UTF-16 units that one answer may carry in matches and groups together. */
const LISTING_LIMIT = 500_000

/** Turns spans into matches, as many as LISTING_LIMIT lets through. */
export function listMatches(
  text: string,
  spans: readonly number[][],
  names: readonly (string | null)[],
): ListedMatch[] {
  const lineStarts = [
    0,
    ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((found) => found.index + found[0].length),
  ]
  const listed: ListedMatch[] = []
  let line = 1
  let room = LISTING_LIMIT
  for (const span of spans) {
    for (let index = 0; index < span.length; index += 2) room -= (span[index + 1] ?? 0) - (span[index] ?? 0)
    if (room < 0) return listed
    const [start = 0, end = 0] = span
    while ((lineStarts[line] ?? Infinity) <= start) line += 1
    const groups = names.map((_name, index) => slice(text, span[2 * index + 2], span[2 * index + 3]))
    listed.push({
      match: text.slice(start, end),
      start,
      end,
      line,
      column: start - (lineStarts[line - 1] ?? 0) + 1,
      groups,
      named: namedGroups(names, groups),
    })
  }
  return listed
}

const slice = (text: string, start = -1, end = -1) => (start < 0 ? null : text.slice(start, end))

function namedGroups(
  names: readonly (string | null)[],
  groups: readonly (string | null)[],
): Record<string, string | null> {
  const named = new Map<string, string | null>()
  for (const [index, name] of names.entries()) {
    // Of groups that share a name at most one took part.
    if (name !== null) named.set(name, groups[index] ?? named.get(name) ?? null)
  }
  return Object.fromEntries(named)
}
