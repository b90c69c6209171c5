import type { Token } from './tokens.ts'

/** Words that end the name of a table and cannot be its alias. */
const notAlias =
  /^(?:WHERE|SET|ON|USING|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|FROM|AS|RETURNING|LIMIT|ORDER|VALUES|ONLY|WITH|GROUP)$/

/**
 * The names by which a statement speaks of its table, when it joins the table with nothing but itself; else only the
 * table's own. A condition that compares such names compares a row with itself.
 */
export function namesOfOneTable(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>()
  const tables = new Set<string>()
  for (let at = 0; at < tokens.length; at += 1) {
    const { upper = '', kind = 'sign' } = tokens[at] ?? {}
    if (kind !== 'word' || !/^(?:FROM|USING|JOIN|UPDATE)$/.test(upper)) continue
    let next = at + 1
    if (tokens[next]?.upper === 'ONLY') next += 1
    const first = tokens[next]
    if (first === undefined || (first.kind !== 'word' && first.kind !== 'name') || notAlias.test(first.upper)) continue
    while (tokens[next + 1]?.text === '.') next += 2
    const table = tokens[next]?.upper.toUpperCase() ?? ''
    const alias = tokens[next + 1]?.upper === 'AS' ? tokens[next + 2] : tokens[next + 1]
    tables.add(table)
    names.add(table)
    if (alias !== undefined && alias.kind !== 'sign' && alias.kind !== 'number' && !notAlias.test(alias.upper))
      names.add(alias.upper.toUpperCase())
  }
  // "FROM a, b" is followed no further; with a second table, no row is compared with itself.
  const comma = tokens.findIndex(({ text }) => text === ',')
  const set = tokens.findIndex(({ upper }) => upper === 'SET')
  const isJoined = comma >= 0 && (set < 0 || comma < set)
  // "DELETE a FROM t AS a": the alias stands in front of its table.
  return tables.size === 1 && !isJoined ? names : new Set()
}

/** A condition without the names of the one table in front of its columns. */
export function withoutTable(tokens: readonly Token[], names: ReadonlySet<string>): Token[] {
  return tokens.filter(({ upper, text }, at) => {
    if (names.has(upper.toUpperCase()) && tokens[at + 1]?.text === '.') return false
    return !(text === '.' && names.has(tokens[at - 1]?.upper.toUpperCase() ?? ''))
  })
}
