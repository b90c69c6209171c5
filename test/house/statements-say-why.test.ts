import { expect, test } from 'vitest'

import { read, sourceFiles } from './source-files.ts'

const STATEMENT = /\.query(?:<|\()|\bem\.execute(?:<|\()/

/** The lines with a statement in SQL whose comment, directly above, does not begin with `SQL:`. */
function unexplained(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line, at) => {
    if (!STATEMENT.test(line) || line.startsWith('//') || line.startsWith('*')) return false
    const code = lines.slice(0, at).findLastIndex((above) => !above.startsWith('//'))
    return !/^\/\/ SQL: \S/.test(lines[code + 1] ?? '') || code + 1 === at
  })
}

const files = sourceFiles(['shared/market', 'shared/store']).filter((path) => !path.endsWith('.test.ts'))

test('every statement of the market and the store that is SQL says why it is not an entity verb', () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((path) => unexplained(read(path)).map((line) => `${path}: ${line}`))
  expect(found).toEqual([])
})

test.each([
  ['no comment', 'async () => {\n  await tx.query(`select 1`)\n}', ['await tx.query(`select 1`)']],
  ['a comment of another kind', '// Reads it.\nawait pg.query<Row>(READ)', ['await pg.query<Row>(READ)']],
  ['a comment that gives no reason', '// SQL:\nawait lists.query(READ)', ['await lists.query(READ)']],
  ['a comment that is not directly above', '// SQL: one round trip.\n\nawait tx.query(READ)', ['await tx.query(READ)']],
  ['code between', '// SQL: one round trip.\nconst a = 1\nawait relaxed.query(READ)', ['await relaxed.query(READ)']],
  [
    'native SQL of an EntityManager',
    'await em.execute<Row[]>(fragment`select 1`)',
    ['await em.execute<Row[]>(fragment`select 1`)'],
  ],
  ['a reason', '  // SQL: one statement decides who wins.\n  await tx.query(BID)', []],
  ['a reason of two lines', '// SQL: one statement\n// decides.\nawait tx.query(BID)', []],
  ['entity verbs', 'await em.findOne(Agent, id)\nawait qb.execute()', []],
])('of a statement with %s, exactly what is missing is seen', (_, text, missing) => {
  expect(unexplained(text)).toEqual(missing)
})
