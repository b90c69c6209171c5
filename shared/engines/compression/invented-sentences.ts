import { type Clause, clausesOf, roleOf } from '../facts/sentences.ts'
import { cut } from './audit-item.ts'
import type { AuditCategory } from './compression-verdict.ts'
import { clauseIndex, matchClause } from './match-clauses.ts'
import type { Context } from './read-context.ts'

/** Rules and decisions that the original has nothing of. */
export function inventedSentences(
  original: Context,
  compressed: Context,
): { category: AuditCategory; value: string; context: string }[] {
  const index = clauseIndex(clausesOf(original.text, true))
  const parts = clausesOf(compressed.text, true)
  const isNew = (clause: Clause) => clause.words.size >= 2 && matchClause(clause, index).with === null
  return clausesOf(compressed.text, false).flatMap((sentence) => {
    if (roleOf(sentence.text) === null || !isNew(sentence)) return []
    // A sentence that joins several old ones matches none of them as a whole.
    const own = parts.filter(
      ({ start, text }) =>
        start >= sentence.start &&
        start + text.length <= sentence.start + sentence.text.length &&
        text.length < sentence.text.length &&
        roleOf(text) !== null,
    )
    const fresh = own.length === 0 ? [sentence] : own.filter(isNew)
    return fresh.map(({ text }) => ({ category: roleOf(text) ?? 'preference', value: cut(text, 400), context: '' }))
  })
}
