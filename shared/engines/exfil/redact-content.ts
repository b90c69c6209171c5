import { pointerToken } from '../json/json-pointer.ts'
import { redactPlaces } from '../secrets/redact-places.ts'
import type { ExfilFinding } from './exfil-verdict.ts'

/** A copy of the content with every finding that has a place replaced by `[REDACTED:rule_id]`; the rest is as it was. */
export function redactContent(content: unknown, root: string, findings: readonly ExfilFinding[]): unknown {
  const places = new Map<string, ExfilFinding[]>()
  for (const finding of findings) {
    if (finding.kind === 'bulk_data' || finding.end <= finding.start) continue
    places.set(finding.path, [...(places.get(finding.path) ?? []), finding])
  }
  return places.size === 0 ? content : cleaned(content, root, places, 0)
}

/** Deeper JSON is not sent on at all: nobody could say what is in it. */
const MAX_DEPTH = 2_000

function cleaned(
  value: unknown,
  path: string,
  places: ReadonlyMap<string, readonly ExfilFinding[]>,
  depth: number,
): unknown {
  if (depth > MAX_DEPTH) return '[REDACTED:too-deep]'
  const here = places.get(path)
  if (typeof value === 'string') return here === undefined ? value : redactPlaces(value, here)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (here !== undefined) return `[REDACTED:${here[0]?.rule_id ?? 'secret'}]`
    return value.map((one, index) => cleaned(one, `${path}/${index}`, places, depth + 1))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = `${path}/${pointerToken(key)}`
      const found = places.get(inner) ?? []
      // A finding at a member's path may be in its key, where its value holds no string or another one.
      const inKey = key.length >= 12 ? found.filter(({ end }) => end <= key.length && typeof member !== 'string') : []
      return [inKey.length > 0 ? redactPlaces(key, inKey) : key, cleaned(member, inner, places, depth + 1)]
    }),
  )
}
