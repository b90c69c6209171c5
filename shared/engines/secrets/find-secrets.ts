import { entropyOf } from './entropy.ts'
import { namedValues } from './named-values.ts'
import { fingerprintOf, previewOf } from './preview.ts'
import { publicBlocks } from './spread/public-blocks.ts'
import { recoveryPhrases } from './recovery-phrase.ts'
import { secretConfidences, type SecretFinding, secretSeverities } from './secret-rule.ts'
import { type RawSecret, shapedValues } from './shaped-values.ts'
import { splitValues } from './spread/split-values.ts'
import { takenPlaces } from './taken-places.ts'
import { wrappedValues } from './spread/wrapped-values.ts'

export type SecretOptions = {
  /** The name of the field the text is the value of, such as the key of a JSON member. */
  name?: string
  /** Default 20,000. */
  maxFindings?: number
}

/**
 * Maximum number of secrets reported for one text. Few texts have a tenth of it; a text with more is not reported
 * completely.
 */
const MAX_FINDINGS = 20_000

/**
 * Credentials in a text, in the order of the text, without overlaps: provider tokens, keys and phrases by their shape and
 * checksum, and values that their name gives away. The findings hold no secret. Never throws for any string.
 */
export const findSecrets = (text: string, options: SecretOptions = {}): SecretFinding[] =>
  scanSecrets(text, options).secrets

/**
 * Finds secrets as `findSecrets` does, and says whether the text was searched completely. If not, redacting the
 * findings leaves secrets in the text.
 */
export function scanSecrets(
  text: string,
  { name, maxFindings = MAX_FINDINGS }: SecretOptions = {},
): { secrets: SecretFinding[]; isWhole: boolean } {
  const lower = text.toLowerCase()
  const named = namedValues(text, lower, name)
  const blocks = publicBlocks(text)
  const isPublic = ({ start, end }: RawSecret) => blocks.some((block) => block.start <= start && end <= block.end)
  const all = [
    ...shapedValues(text, lower),
    ...wrappedValues(text),
    ...splitValues(text),
    ...recoveryPhrases(text),
    ...named.found,
  ]
  const found = withoutOverlaps(blocks.length === 0 ? all : all.filter((one) => !isPublic(one)))
  return {
    secrets: found.slice(0, maxFindings).map(describe),
    isWhole: named.isWhole && found.length <= maxFindings,
  }
}

const rank = (one: RawSecret) => secretConfidences.indexOf(one.confidence) * 10 + secretSeverities.indexOf(one.severity)

/** Of overlapping secrets the surest stays, then the worst, then the longest. */
function withoutOverlaps(found: readonly RawSecret[]): RawSecret[] {
  const bestFirst = [...found].sort(
    (a, b) => rank(b) - rank(a) || b.end - b.start - (a.end - a.start) || a.start - b.start,
  )
  const kept: RawSecret[] = []
  const taken = takenPlaces()
  for (const one of bestFirst) {
    if (!taken.isFree(one)) continue
    taken.take(one)
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
