import { atomsIn } from '../facts/atoms.ts'
import { clausesOf, roleOf } from '../facts/sentences.ts'
import { conclude } from '../guard/verdict.ts'
import { countTokens } from '../page/count-tokens.ts'
import { type Item, roundTo3, sentenceItem, atomItem, around } from './audit-item.ts'
import { auditReasons, auditChecks } from './audit-reasons.ts'
import { compareAtoms } from './compare-atoms.ts'
import { auditCategories, type CompressionVerdict, type CompressionInput } from './compression-verdict.ts'
import { weightsOf, fidelityOf, tally } from './fidelity.ts'
import { inventedSentences } from './invented-sentences.ts'
import { maskSecrets } from '../secrets/mask-secrets.ts'
import { clauseIndex } from './match-clauses.ts'
import { checkMustKeep } from './must-keep.ts'
import { patchOf } from './patch-of.ts'
import { readContext } from './read-context.ts'

export const compressionRuleset = 'compression/2026-11-20'

const MAX_LISTED = 300

/** Compares a compressed context with its original, fact by fact. Throws `invalidFields` for a bad pattern in must_keep. */
export function auditCompression(input: CompressionInput): CompressionVerdict {
  const [original, compressed] = [readContext(input.original), readContext(input.compressed)]
  const mustKeep = checkMustKeep(input.must_keep ?? [], original.text, compressed.text)
  const weights = weightsOf(input.weights)
  const [before, after] = [atomsIn(original.text), atomsIn(compressed.text)]
  const { fates, invented } = compareAtoms(
    { text: original.text, atoms: before },
    { text: compressed.text, atoms: after },
  )
  // A lone "Never!" has no content that could be lost.
  const sentences = clausesOf(original.text, false).filter(({ text, words }) => words.size > 0 && roleOf(text) !== null)
  const said = new Set(sentences.map(({ text }) => text))
  const index = clauseIndex(clausesOf(compressed.text, true))
  const items: Item[] = [
    ...sentences.map((clause) => sentenceItem(clause, index, original, said)),
    ...fates.map(({ fact, status, with: other, times }) => atomItem(fact, status, other, times, original)),
    ...mustKeep.map((one): Item => ({
      category: 'must_keep',
      value: one.item,
      context: '',
      position: Math.max(0, original.text.indexOf(one.item)),
      importance: 1,
      status: one.status === 'lost' ? 'lost' : 'kept',
      now: '',
      what: 'value',
    })),
  ]
  const made = [
    ...inventedSentences(original, compressed),
    ...invented.map((fact) => ({ category: fact.category, value: fact.said, context: around(compressed.text, fact) })),
  ]
  const fidelity = fidelityOf(items, weights)
  const total = after.length + clausesOf(compressed.text, false).filter(({ text }) => roleOf(text) !== null).length
  const verdict = conclude({
    input,
    ruleset: compressionRuleset,
    findings: auditReasons(items, made.length, fidelity, input),
    checks: auditChecks(items, mustKeep.length, fidelity, input),
    proceed: 'Use the compressed context.',
  })
  return {
    ...verdict,
    fidelity,
    precision: total === 0 ? 1 : roundTo3(Math.max(0, 1 - made.length / Math.max(total, made.length))),
    ratio: ratioOf(original.text, compressed.text, input.model ?? 'gpt-4o'),
    categories: auditCategories.flatMap((name) => tally(name, items, weights)),
    lost: items
      .filter(({ status }) => status === 'lost')
      .sort(
        (a, b) => weights[b.category] * b.importance - weights[a.category] * a.importance || a.position - b.position,
      )
      .slice(0, MAX_LISTED)
      .map(({ category, value, context, position, importance }) => ({
        category,
        value: maskSecrets(value),
        context: maskSecrets(context),
        position,
        importance,
      })),
    changed: items
      .filter(({ status }) => status === 'changed')
      .slice(0, MAX_LISTED)
      .map(({ category, value, now, context, what }) => ({
        category,
        original: maskSecrets(value),
        compressed: maskSecrets(now),
        context: maskSecrets(context),
        what,
      })),
    invented: made
      .slice(0, MAX_LISTED)
      .map(({ category, value, context }) => ({ category, value: maskSecrets(value), context: maskSecrets(context) })),
    must_keep: mustKeep.map(({ item, status }) => ({ item: maskSecrets(item), status })),
    patch: patchOf(items, original.text),
  }
}

function ratioOf(original: string, compressed: string, model: string): CompressionVerdict['ratio'] {
  const [tokens_original, tokens_compressed] = [countTokens(original), countTokens(compressed)]
  return {
    tokens_original,
    tokens_compressed,
    saved_pct: tokens_original === 0 ? 0 : Math.round((1 - tokens_compressed / tokens_original) * 1_000) / 10,
    tokenizer: 'o200k_base',
    exact: /^(?:gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[134])/.test(model),
  }
}
