import { statementRules } from '../rules/sql.rules.ts'
import type { Statement } from './assess-sql.ts'
import { namesOfOneTable, withoutTable } from './one-table.ts'
import { alwaysTrue } from './tautology.ts'

/** After these words, DELETE or UPDATE begins a new statement inside another one. */
const before = new Set(['', '(', 'BEGIN', 'THEN', 'ELSE', 'AS', 'LOOP', 'ANALYZE', 'IGNORE', 'ATOMIC', ')'])

/** Judges what a statement does to rows: DELETE, UPDATE, TRUNCATE, MERGE, INSERT OVERWRITE, also inside WITH. */
export function judgeRows(statement: Statement): void {
  const { words, found } = statement
  if (words[0] === 'MERGE') return judgeMerge(statement)
  for (const [at, word] of words.entries()) {
    if (word !== 'DELETE' && word !== 'UPDATE' && word !== 'TRUNCATE') continue
    if (at > 0 && !before.has(words[at - 1] ?? '') && !isHead(words, at)) continue
    if (word === 'TRUNCATE') judgeTruncate(statement, at)
    if (word === 'DELETE' && isDelete(words, at)) judgeFiltered(statement, at, 'delete')
    if (word === 'UPDATE' && words.slice(at + 1, at + 14).includes('SET')) judgeFiltered(statement, at, 'update')
  }
  if (words[0] === 'INSERT' && words[1] === 'OVERWRITE') found(statementRules.overwrite)
  if (words[0] === 'MATCH' && words.includes('DELETE')) found(statementRules.graphDeleteAll)
}

function judgeMerge({ words, found }: Statement): void {
  if (words.some((word, at) => word === 'DELETE' && words[at - 1] === 'THEN')) found(statementRules.mergeDelete)
}

/** WITH ... AS (...) DELETE, EXPLAIN ANALYZE DELETE, a label before the verb. */
const isHead = (words: readonly string[], at: number) => words[0] === 'EXPLAIN' && at < 8

/** `DELETE FROM t`, MySQL's `DELETE a, b FROM`, `DELETE t WHERE`; not `ON DELETE CASCADE` or `GRANT DELETE`. */
const isDelete = (words: readonly string[], at: number) =>
  words.slice(at + 1, at + 10).includes('FROM') || (at === 0 && words.length > 1 && words[1] !== 'ON')

function judgeTruncate({ words, found }: Statement, at: number): void {
  if (at === 0 || words[at + 1] === 'TABLE')
    found(words[at + 1] === 'PARTITION' ? statementRules.dropPartition : statementRules.truncate)
}

function judgeFiltered({ words, tokens, depths, found }: Statement, from: number, verb: 'delete' | 'update'): void {
  const level = depths[from] ?? 0
  const closing = depths.findIndex((depth, at) => at > from && depth < level)
  const end = closing < 0 ? words.length : closing
  const isOwn = (at: number) => at > from && at < end && depths[at] === level
  const where = words.findIndex((word, at) => word === 'WHERE' && isOwn(at))
  const rules =
    verb === 'delete'
      ? { all: statementRules.deleteAll, some: statementRules.deleteSome }
      : { all: statementRules.updateAll, some: statementRules.updateSome }
  if (where < 0) return found(rules.all)
  const after = words.findIndex(
    (word, at) => at > where && isOwn(at) && /^(?:RETURNING|LIMIT|ORDER|OPTION|SETTINGS)$/.test(word),
  )
  const condition = tokens.slice(where + 1, after < 0 ? end : after)
  const names = namesOfOneTable(tokens.slice(from, where))
  found(alwaysTrue(names.size > 1 ? withoutTable(condition, names) : condition, names) ? rules.all : rules.some)
}
