import { inside, reportOpaque } from '../scan.ts'
import { hasHoleOf } from '../shell/hole.ts'
import { statementRules } from '../rules/sql.rules.ts'
import { isSql } from '../sql/is-sql.ts'
import type { Leaf } from './leaf.ts'
import { optionValues } from './option-values.ts'

/**
 * Where a database client takes its statements from: options, and whether its words or its input are statements too.
 */
type Client = { options?: string; words?: true; stdin?: true }

const sqlClients: Record<string, Client> = {
  psql: { options: '-c|--command', stdin: true },
  pgcli: { options: '-c', stdin: true },
  mysql: { options: '-e|--execute', stdin: true },
  mariadb: { options: '-e|--execute', stdin: true },
  mycli: { options: '-e|--execute', stdin: true },
  sqlite3: { words: true, stdin: true },
  sqlite: { words: true, stdin: true },
  litecli: { options: '-e', stdin: true },
  sqlcmd: { options: '-Q|-q|--query', stdin: true },
  'mssql-cli': { options: '-Q|-q', stdin: true },
  bcp: { words: true },
  cockroach: { options: '-e|--execute', stdin: true },
  'clickhouse-client': { options: '-q|--query', stdin: true },
  clickhouse: { options: '-q|--query', stdin: true },
  duckdb: { options: '-c|-s', words: true, stdin: true },
  cqlsh: { options: '-e|--execute', stdin: true },
  snowsql: { options: '-q|--query', stdin: true },
  snow: { options: '-q|--query', stdin: true },
  bq: { words: true, stdin: true },
  trino: { options: '--execute', stdin: true },
  presto: { options: '--execute', stdin: true },
  beeline: { options: '-e', stdin: true },
  hive: { options: '-e', stdin: true },
  'impala-shell': { options: '-q|--query', stdin: true },
  'spark-sql': { options: '-e', stdin: true },
  isql: { words: true, stdin: true },
  sqlplus: { words: true, stdin: true },
  usql: { options: '-c|--command', stdin: true },
  db2: { words: true, stdin: true },
  influx: { options: '-execute|--execute', words: true },
  'cypher-shell': { words: true, stdin: true },
  gcloud: { options: '--sql' },
  aws: { options: '--sql|--query-string|--sqls|--statement' },
  wrangler: { options: '--command' },
  turso: { words: true },
  heroku: { options: '-c|--command' },
  wp: { words: true },
  drush: { words: true },
  prisma: { stdin: true },
  supabase: { words: true },
  vsql: { options: '-c', stdin: true },
  nzsql: { options: '-c', stdin: true },
  monetdb: { words: true },
  mclient: { options: '-s', stdin: true },
  dolt: { options: '-q|--query', stdin: true },
  pscale: { options: '--execute', stdin: true },
  az: { options: '--query-text|-q|--querytext' },
}

/** Hands the statements of a database client to the judge of SQL. Says whether the command is such a client. */
export function judgeSqlClient(leaf: Leaf): boolean {
  const { command, words } = leaf.args
  if (!Object.hasOwn(sqlClients, command)) return false
  const { options, words: inWords, stdin } = sqlClients[command] ?? {}
  const texts = [
    ...(options === undefined ? [] : optionValues(leaf.argv, options)),
    ...(inWords === true ? words : []),
    ...(stdin === true && leaf.stdin !== undefined ? [leaf.stdin] : []),
  ]
  const place = inside(leaf.place, command)
  if (stdin === true && runsFile(leaf)) reportOpaque(leaf.scan, statementRules.fromFile, leaf.text, leaf.segment)
  for (const text of texts) {
    for (const escape of shellEscapes(text)) leaf.scan.doors.shell(escape, place)
    if (isSql(text) || isSql(text.replace(/^\\[^\n]*\n/gm, ''))) leaf.scan.doors.sql(text, place)
  }
  // Clients of one purpose have no subcommands that a verb could name.
  return (
    options !== '--sql' &&
    !/^(?:aws|az|gcloud|heroku|wrangler|turso|wp|drush|supabase|pscale|influx|cockroach|bq|prisma|snow|dolt)$/.test(
      command,
    )
  )
}

/** `psql shop < dump.sql`, `psql -f dump.sql`: what it runs stands elsewhere. */
const runsFile = ({ stdin, argv, args }: Leaf): boolean =>
  (stdin !== undefined && hasHoleOf(stdin, 'local') && stdin.length < 4) ||
  (/^(?:psql|sqlcmd|cqlsh|beeline|hive|vsql|snowsql|trino|presto|spark-sql|impala-shell|duckdb)$/.test(args.command) &&
    optionValues(argv, '-f|--file|-i|--input-file|--filename').some((path) => !/^(?:-|\/dev\/stdin)$/.test(path)))

/** psql's `\!`, sqlite's `.shell` and `.system` run shell code. */
const shellEscapes = (text: string): string[] =>
  [...text.matchAll(/^[ \t]{0,20}(?:\\!|\.shell|\.system|system|!)[ \t]{1,20}([^\n]{1,2000})/gm)]
    .map((match) => match[1] ?? '')
    .slice(0, 20)
