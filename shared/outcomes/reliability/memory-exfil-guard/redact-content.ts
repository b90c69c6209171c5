import { redactPlaces } from '#shared/engines/secrets/redact-places.ts'
import type { ExfilFinding } from './exfil-verdict.ts'
import { keyToken } from './pieces.ts'

/** A copy of the content with every finding that has a place replaced by `[REDACTED:rule_id]`; the rest is as it was. */
export function redactContent(
  content: unknown,
  root: string,
  findings: readonly ExfilFinding[],
  references: readonly string[],
): unknown {
  const places = new Map<string, ExfilFinding[]>()
  for (const finding of findings) {
    if (finding.kind === 'bulk_data' || finding.end <= finding.start) continue
    const same = places.get(finding.path)
    if (same === undefined) places.set(finding.path, [finding])
    else same.push(finding)
  }
  return places.size === 0 ? content : cleaned(content, root, { places, references }, 0)
}

type Marks = { places: ReadonlyMap<string, readonly ExfilFinding[]>; references: readonly string[] }

/** Deeper JSON is not sent on at all: nobody could say what is in it. */
const MAX_DEPTH = 2_000

function cleaned(value: unknown, path: string, marks: Marks, depth: number): unknown {
  const { places, references } = marks
  if (depth > MAX_DEPTH) return '[REDACTED:too-deep]'
  const here = places.get(path)
  if (typeof value === 'string') return here === undefined ? value : redactPlaces(value, here)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (here !== undefined) return `[REDACTED:${here[0]?.rule_id ?? 'secret'}]`
    return value.map((one, index) => cleaned(one, `${path}/${index}`, marks, depth + 1))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = `${path}/${keyToken(key, references)}`
      const found = places.get(inner) ?? []
      // A finding at a member's path may be in its key, where its value holds no string or another one.
      const inKey = key.length >= 12 ? found.filter(({ end }) => end <= key.length && typeof member !== 'string') : []
      return [inKey.length > 0 ? redactPlaces(key, inKey) : key, cleaned(member, inner, marks, depth + 1)]
    }),
  )
}
