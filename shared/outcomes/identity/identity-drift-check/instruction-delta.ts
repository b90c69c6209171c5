import { clauseIndex, matchClause } from '#shared/engines/compression/match-clauses.ts'
import { type Clause, clausesOf } from '#shared/engines/facts/sentences.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { clip } from '#shared/engines/json/json-value.ts'
import { roundTo4 } from './compare-dimensions.ts'
import type { Compared } from './identity.ts'
import type { IdentityVerdict } from './identity-verdict.ts'

type Delta = IdentityVerdict['instruction_delta']

const MOST_LISTED = 100
const MOST_CHARS = 300
const CONSTRAINT =
  /\b(?:never|must(?: not|n't)?|only|do not|don't|always (?:ask|confirm|check|verify)|not allowed|forbidden|prohibited|cannot|can't|may not|shall not|under no circumstances|refuse|require[sd]?|at most|no more than|limit(?:ed)? to|without (?:asking|approval|permission|consent)|ask (?:first|before)|confirm (?:with|before))\b/i

/** How two system prompts differ: constraints that went, directives that came, and what the new words try. */
export function instructionDelta(before: string, after: string): { delta: Delta; compared: Compared } {
  const similarity = before === after ? 1 : roundTo4(trigramCosine(before, after))
  const [was, is] = [clausesOf(before, false), clausesOf(after, false)]
  const [oldIndex, newIndex] = [clauseIndex(clausesOf(before, true)), clauseIndex(clausesOf(after, true))]
  const sameText = (clauses: readonly Clause[]) => new Set(clauses.map(({ text }) => plain(text)))
  const [oldTexts, newTexts] = [sameText(was), sameText(is)]
  // A rule that is still there in other words, no weaker and with the same numbers, is kept.
  const removed = was.filter(
    (clause) =>
      CONSTRAINT.test(clause.text) &&
      !newTexts.has(plain(clause.text)) &&
      matchClause(clause, newIndex).status !== 'kept',
  )
  const fresh = is.filter(
    (clause) =>
      !oldTexts.has(plain(clause.text)) && (clause.words.size < 1 || matchClause(clause, oldIndex).status !== 'kept'),
  )
  const added = fresh.filter(({ text }) => !CONSTRAINT.test(text))
  const injection = injected(fresh)
  const distance = roundTo4(1 - similarity)
  return {
    delta: {
      similarity,
      added_directives: listed(added),
      removed_constraints: listed(removed),
      injection_findings: injection,
    },
    compared: {
      name: 'system_prompt',
      distance,
      status: before === after ? 'same' : 'changed',
      evidence: `similarity ${similarity}, ${removed.length} constraint(s) gone, ${added.length} directive(s) new`,
    },
  }
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s.!?]+/g, ' ')
    .trim()

const listed = (clauses: readonly Clause[]) =>
  clauses.slice(0, MOST_LISTED).map(({ text }) => clip(text.toWellFormed(), MOST_CHARS))

/** New sentences that speak like an attacker; the old ones are what the owner accepted. */
function injected(fresh: readonly Clause[]): Delta['injection_findings'] {
  const text = fresh.map((clause) => clause.text).join('\n')
  if (text === '') return []
  const { decision, findings } = scanForInjection(text, { source: 'memory', html: false, maxFindings: 20 })
  return decision === 'allow'
    ? []
    : findings.map(({ rule_id, severity, excerpt }) => ({ rule_id, severity, excerpt: clip(excerpt, 200) }))
}

/** Cosine of the counts of word 3-grams, with the edges of the text as words, so that short texts have some too. */
function trigramCosine(one: string, other: string): number {
  const [a, b] = [trigrams(one), trigrams(other)]
  let shared = 0
  for (const [gram, count] of a) shared += count * (b.get(gram) ?? 0)
  const length = (grams: ReadonlyMap<string, number>) =>
    Math.sqrt([...grams.values()].reduce((sum, count) => sum + count * count, 0))
  return shared === 0 ? 0 : Math.min(1, shared / (length(a) * length(b)))
}

function trigrams(text: string): Map<string, number> {
  const words = ['', '', ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []), '', '']
  const grams = new Map<string, number>()
  for (let at = 2; at < words.length; at += 1) {
    const gram = `${words[at - 2]} ${words[at - 1]} ${words[at]}`
    grams.set(gram, (grams.get(gram) ?? 0) + 1)
  }
  return grams
}
