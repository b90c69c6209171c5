import { entropyOf } from './entropy.ts'
import { namedValues } from './named-values.ts'
import { fingerprintOf, previewOf } from './preview.ts'
import { recoveryPhrases } from './recovery-phrase.ts'
import { secretConfidences, type SecretFinding, secretSeverities } from './secret-rule.ts'
import { type RawSecret, shapedValues } from './shaped-values.ts'

export type SecretOptions = {
  /** The name of the field the text is the value of, such as the key of a JSON member. */
  name?: string
  /** Default 500. */
  maxFindings?: number
}

/**
 * Credentials in a text, in the order of the text, without overlaps: provider tokens, keys and phrases by their shape and
 * checksum, and values that their name gives away. The findings hold no secret. Never throws for any string.
 */
export function findSecrets(text: string, { name, maxFindings = 500 }: SecretOptions = {}): SecretFinding[] {
  const lower = text.toLowerCase()
  const found = [...shapedValues(text, lower), ...recoveryPhrases(text), ...namedValues(text, lower, name)]
  return withoutOverlaps(found).slice(0, maxFindings).map(describe)
}

const rank = (one: RawSecret) => secretConfidences.indexOf(one.confidence) * 10 + secretSeverities.indexOf(one.severity)

/** Of overlapping secrets the surest stays, then the worst, then the longest. */
function withoutOverlaps(found: readonly RawSecret[]): RawSecret[] {
  const bestFirst = [...found].sort(
    (a, b) => rank(b) - rank(a) || b.end - b.start - (a.end - a.start) || a.start - b.start,
  )
  const kept: RawSecret[] = []
  const taken = new Set<number>()
  for (const one of bestFirst) {
    // Long texts hold thousands of places; a mark for every 8 characters keeps the search short.
    const cells = Array.from({ length: ((one.end - 1) >> 3) - (one.start >> 3) + 1 }, (_, at) => (one.start >> 3) + at)
    const mayOverlap = cells.some((cell) => taken.has(cell))
    if (mayOverlap && kept.some((other) => other.start < one.end && one.start < other.end)) continue
    for (const cell of cells) taken.add(cell)
    kept.push(one)
  }
  return kept.sort((a, b) => a.start - b.start)
}

const describe = ({ rule, provider, severity, confidence, start, end, value }: RawSecret): SecretFinding => ({
  rule_id: rule,
  provider,
  severity,
  confidence,
  start,
  end,
  preview: previewOf(value),
  entropy: entropyOf(value),
  fingerprint: fingerprintOf(value),
})
