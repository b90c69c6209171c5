import type { Rule } from '../rule.ts'
import { statementRules } from '../rules/sql.rules.ts'
import { addSegment, affords, inside, report, reportOpaque } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { hasHole } from '../shell/hole.ts'
import { judgeDrop } from './judge-drop.ts'
import { isSql } from './is-sql.ts'
import { judgeRows } from './judge-rows.ts'
import { statementsOf, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

/** One statement, how deep in brackets each token stands, and how to report on it. */
export type Statement = {
  tokens: readonly Token[]
  words: readonly string[]
  depths: readonly number[]
  found: (rule: Rule) => void
}

/** Judges every statement of a SQL text, also those inside routines, prepared texts and version comments. */
export function assessSql(scan: Scan, sql: string, place: Place): void {
  if (!affords(scan, place, 1 + sql.length / 40)) return
  for (const tokens of statementsOf(tokensOf(sql))) {
    if (!affords(scan, place)) return
    judgeStatement(scan, tokens, place)
  }
}

function judgeStatement(scan: Scan, tokens: readonly Token[], place: Place): void {
  const text = tokens.slice(0, 60).map(shown).join(' ')
  const segment = addSegment(scan, tokens.slice(0, 60).map(shown), place)
  const statement: Statement = {
    tokens,
    words: tokens.map(({ kind, upper }) => (kind === 'word' ? upper : kind === 'sign' ? upper : '')),
    depths: depthsOf(tokens),
    found: (rule) => report(scan, rule, segment, text),
  }
  if (explains(statement.words)) return
  judgeRows(statement)
  judgeDrop(statement)
  judgeRights(statement)
  judgeServer(statement)
  judgeDynamic(scan, statement, segment, place)
}

function depthsOf(tokens: readonly Token[]): number[] {
  let depth = 0
  return tokens.map(({ kind, text }) => {
    if (kind === 'sign' && text === '(') depth += 1
    if (kind === 'sign' && text === ')') depth -= 1
    // A closing bracket has the outer depth, an opening one the inner depth.
    return depth
  })
}

const shown = ({ kind, text }: Token) => (kind === 'text' ? `'${text}'` : text)

/** EXPLAIN only plans; with ANALYZE it runs. */
const explains = (words: readonly string[]) => words[0] === 'EXPLAIN' && !words.slice(1, 6).includes('ANALYZE')

function judgeRights({ words, tokens, found }: Statement): void {
  const [first, second] = words
  if (first === 'GRANT') {
    if (second === 'ALL') return found(statementRules.grantAll)
    const admin = tokens.some(({ upper }) =>
      /^(?:SUPERUSER|DBA|SYSADMIN|SYSDBA|ACCOUNTADMIN|SECURITYADMIN|RDS_SUPERUSER|DB_OWNER|SUPER|PG_WRITE_ALL_DATA|PG_EXECUTE_SERVER_PROGRAM)$/i.test(
        upper,
      ),
    )
    if (admin) return found(statementRules.grantAdmin)
  }
  if (first === 'ALTER' && /^(?:USER|ROLE|LOGIN)$/.test(second ?? '') && words.includes('SUPERUSER'))
    found(statementRules.grantAdmin)
  if (first === 'REVOKE') found(statementRules.revoke)
}

function judgeServer({ words, tokens, found }: Statement): void {
  const start = words.slice(0, 3).join(' ')
  if (
    /^(?:SHUTDOWN|RESET (?:MASTER|SLAVE|REPLICA|BINARY)|PURGE (?:BINARY|MASTER)|STOP (?:SLAVE|REPLICA|GROUP_REPLICATION)|ALTER SYSTEM|FLUSH (?:TABLES|LOGS|BINARY))/.test(
      start,
    )
  )
    found(statementRules.admin)
  if (/^PURGE (?:TABLE|RECYCLEBIN|DBA_RECYCLEBIN|INDEX|TABLESPACE)/.test(start)) found(statementRules.expire)
  if (start.startsWith('KILL')) found(statementRules.kill)
  if (/^RESTORE (?:DATABASE|TABLE|LOG)/.test(start)) found(statementRules.restore)
  if (/^VACUUM FULL|^(?:OPTIMIZE|REINDEX|CLUSTER)\b/.test(start)) found(statementRules.vacuum)
  if (words[0] === 'VACUUM' && words.includes('RETAIN')) found(statementRules.expire)
  if (words[0] === 'COPY' && words.includes('PROGRAM')) found(statementRules.program)
  if (words.includes('OUTFILE') || words.includes('DUMPFILE')) found(statementRules.program)
  for (const { kind, upper } of tokens) {
    if (kind !== 'word') continue
    if (/^(?:PG_TERMINATE_BACKEND|PG_CANCEL_BACKEND)$/.test(upper)) found(statementRules.kill)
    if (
      /^(?:LO_UNLINK|PG_FILE_UNLINK|PG_FILE_WRITE|DROP_CHUNKS|DROP_HYPERTABLE|PG_DROP_REPLICATION_SLOT|TRUNCATE_TABLES)$/.test(
        upper,
      )
    )
      found(statementRules.expire)
    if (/^(?:SP_DROPUSER|SP_DROPLOGIN|SP_DETACH_DB|SP_DELETE_\w+)$/.test(upper)) found(statementRules.admin)
    if (/^(?:EXPIRE_SNAPSHOTS|REMOVE_ORPHAN_FILES)$/.test(upper)) found(statementRules.expire)
  }
}

/** Statements in texts: DO blocks, EXECUTE IMMEDIATE, PREPARE, xp_cmdshell, dblink. */
function judgeDynamic(scan: Scan, { words, tokens, found }: Statement, segment: number, place: Place): void {
  const texts = tokens.filter(({ kind }) => kind === 'text')
  if (words.includes('XP_CMDSHELL')) {
    found(statementRules.program)
    for (const { text } of texts) scan.doors.shell(text, inside(place, 'xp_cmdshell'))
    return
  }
  const first = words[0] ?? ''
  const runs =
    /^(?:DO|EXECUTE|EXEC|PREPARE|CREATE|CALL|SP_EXECUTESQL)$/.test(first) ||
    words.some((word) => /^(?:EXECUTE|DBLINK_EXEC|DBLINK|SP_EXECUTESQL|OPENQUERY)$/.test(word))
  if (!runs) return
  for (const { text } of texts)
    if (isSql(text) || (first === 'DO' && text.length > 8)) assessSql(scan, text, inside(place, first))
  const dynamic = /^(?:EXEC|EXECUTE)$/.test(first) && (words[1] === 'IMMEDIATE' || tokens[1]?.text === '(')
  const known = texts.length > 0 && !tokens.some(({ text }) => text === '||' || text === '+' || hasHole(text))
  if (dynamic && !known) reportOpaque(scan, statementRules.dynamic, tokens.slice(0, 12).map(shown).join(' '), segment)
}
