import type { Rule } from '../rule.ts'
import { statementRules } from '../rules/sql.rules.ts'
import type { Statement } from './assess-sql.ts'

const dropped: Record<string, Rule> = {
  DATABASE: statementRules.dropDatabase,
  KEYSPACE: statementRules.dropDatabase,
  CATALOG: statementRules.dropDatabase,
  GRAPH: statementRules.dropDatabase,
  TABLESPACE: statementRules.dropSchemaCascade,
  SCHEMA: statementRules.dropSchema,
  TABLE: statementRules.dropTable,
  TABLES: statementRules.dropTable,
  MEASUREMENT: statementRules.dropTable,
  SERIES: statementRules.dropTable,
  COLUMNFAMILY: statementRules.dropTable,
  SHARD: statementRules.dropTable,
  WAREHOUSE: statementRules.dropSchema,
  STAGE: statementRules.dropTable,
  SNAPSHOT: statementRules.dropTable,
  OWNED: statementRules.dropOwned,
  USER: statementRules.dropUser,
  ROLE: statementRules.dropUser,
  LOGIN: statementRules.dropUser,
}

/** Judges DROP, ALTER ... DROP, CREATE OR REPLACE TABLE and the like, also inside routines. */
export function judgeDrop(statement: Statement): void {
  const { words, tokens } = statement
  if (words[0] === 'ALTER') return judgeAlter(statement)
  if (words[0] === 'CREATE') judgeReplace(statement)
  if (words[0] === 'RENAME') statement.found(statementRules.rename)
  for (const [at, word] of words.entries()) {
    if (word !== 'DROP') continue
    if (at > 0 && !/^(?:BEGIN|THEN|ELSE|AS|DO|LOOP|ATOMIC|IMMEDIATE|[()]|)$/.test(words[at - 1] ?? '')) continue
    if (at > 0 && tokens[at - 1]?.kind === 'text') continue
    judgeOne(statement, at)
  }
}

function judgeOne({ words, tokens, found }: Statement, at: number): void {
  const rest = words.slice(at + 1)
  const temporary = rest[0] === 'TEMPORARY' || rest[0] === 'TEMP'
  const kind =
    (temporary || rest[0] === 'FOREIGN' || rest[0] === 'EXTERNAL' || rest[0] === 'LIVE' ? rest[1] : rest[0]) ?? ''
  const name = tokens.slice(at + 1).find(({ upper }) => !/^(?:TABLE|IF|EXISTS|TEMPORARY|TEMP)$/.test(upper))
  if (kind === 'TABLE' && (temporary || name?.text.startsWith('#') === true)) return found(statementRules.dropTemporary)
  const rule = Object.hasOwn(dropped, kind) ? dropped[kind] : undefined
  if (rule === statementRules.dropSchema && rest.includes('CASCADE')) return found(statementRules.dropSchemaCascade)
  if (rule !== undefined) return found(rule)
  if (kind !== '' && at === 0) found(statementRules.dropObject)
  else if (/^(?:VIEW|INDEX|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE)$/.test(kind)) found(statementRules.dropObject)
}

function judgeAlter({ words, found }: Statement): void {
  const has = (...wanted: string[]) => words.some((_, at) => wanted.every((word, step) => words[at + step] === word))
  if (words[1] === 'SYSTEM') return found(statementRules.admin)
  if (words[1] === 'DATABASE' && (has('READ_ONLY') || has('OFFLINE') || has('SINGLE_USER')))
    return found(statementRules.admin)
  if (has('DROP', 'PARTITION') || has('TRUNCATE', 'PARTITION') || has('DROP', 'SUBPARTITION'))
    return found(statementRules.dropPartition)
  if (has('DELETE') && words[1] === 'TABLE') return found(statementRules.dropPartition)
  if (words.includes('DROP')) {
    const after = words[words.indexOf('DROP') + 1] ?? ''
    const constraint =
      /^(?:CONSTRAINT|PRIMARY|FOREIGN|INDEX|KEY|CHECK|DEFAULT|NOT|IDENTITY|EXPRESSION|ATTRIBUTE|VALUE|OWNED|EVENT|FILTER|CLUSTERING|ROW|SEARCH|TAG|POLICY|MEMBER)$/.test(
        after,
      )
    const inColumn = words[1] !== 'TABLE' || /^(?:COLUMN)$/.test(words[words.indexOf('DROP') - 2] ?? '')
    return found(
      constraint || (inColumn && after !== 'COLUMN') ? statementRules.dropConstraint : statementRules.dropColumn,
    )
  }
  if (
    has('DISABLE', 'TRIGGER') ||
    has('DISABLE', 'ROW') ||
    has('NO', 'FORCE') ||
    has('NOCHECK') ||
    has('DISABLE', 'CONSTRAINT') ||
    has('DETACH')
  )
    return found(statementRules.dropConstraint)
  if (has('RENAME')) return found(statementRules.rename)
  const changesType =
    words[1] === 'TABLE' &&
    (has('TYPE') ||
      has('MODIFY') ||
      has('SET', 'DATA', 'TYPE') ||
      (has('ALTER', 'COLUMN') && !has('SET') && !has('DROP')))
  if (changesType) found(statementRules.alterType)
}

/** CREATE OR REPLACE TABLE loses the rows; of a view or function only the old text goes. */
function judgeReplace({ words, found }: Statement): void {
  const replaces = words[1] === 'OR' && words[2] === 'REPLACE'
  const what = words.slice(3, 6)
  if (replaces && what.includes('TABLE'))
    return found(what[0]?.startsWith('TEMP') === true ? statementRules.dropTemporary : statementRules.replaceTable)
  if (replaces && (what.includes('DATABASE') || what.includes('SCHEMA'))) found(statementRules.dropSchemaCascade)
}
