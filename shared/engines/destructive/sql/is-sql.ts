/** First words that only SQL begins with, and the second words of those that are commands or English as well. */
const opening = new RegExp(
  [
    String.raw`(?:SELECT(?!\s+\w{1,60}\s+in\s[^;\n]{0,300}[;\n]\s{0,20}do\b)|INSERT\s+(?:INTO|OVERWRITE|IGNORE)|UPDATE\s+[^\s;]{1,200}(?:\s+(?:AS\s+)?\w{1,60})?\s+SET|DELETE\s+(?:[\w.]{1,60}(?:\s*,\s*[\w.]{1,60}){0,5}\s+)?FROM(?!\s+(?:the|my|our|your|this|that|all|every)\b)|MERGE\s+INTO|REPLACE\s+INTO)\b`,
    String.raw`DROP\s+(?:DATABASE|SCHEMA|TABLES?|VIEW|INDEX|USER|ROLE|COLUMN|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|OWNED|TABLESPACE|MATERIALIZED|TEMPORARY|TEMP|DOMAIN|POLICY|PUBLICATION|SUBSCRIPTION|SERVER|FOREIGN|LOGIN|CONSTRAINT|EVENT|WAREHOUSE|STAGE|STREAM|TASK|PIPE|EXTERNAL|CATALOG|AGGREGATE|CAST|COLLATION|CONVERSION|LANGUAGE|OPERATOR|RULE|SHARE|SYNONYM|PACKAGE|PARTITION|PROFILE|RESOURCE|SNAPSHOT|TRANSFORM|UNIQUE|MEASUREMENT|SERIES|RETENTION|CONTINUOUS|SHARD|IF\s+EXISTS|AVAILABILITY|ASSEMBLY|CERTIFICATE|CREDENTIAL|ENDPOINT|MASTER\s+KEY|SYMMETRIC|STATISTICS|ACCESS\s+METHOD|TEXT\s+SEARCH|GRAPH)\b`,
    String.raw`TRUNCATE\s+(?!-)(?:TABLE\s+)?["\x60[\w]`,
    String.raw`ALTER\s+(?:TABLE|DATABASE|SCHEMA|USER|ROLE|SYSTEM|COLUMN|INDEX|VIEW|SEQUENCE|TYPE|FUNCTION|LOGIN|KEYSPACE|DEFAULT|EXTENSION|MATERIALIZED|TABLESPACE|SESSION|SERVER|WAREHOUSE|ACCOUNT|EVENT|PROCEDURE|POLICY|DOMAIN)\b`,
    String.raw`CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:TEMP|TEMPORARY|UNIQUE|MATERIALIZED|EXTERNAL|GLOBAL|LOCAL|UNLOGGED|TRANSIENT|CLUSTERED|DEFINER\S*)\s+)*(?:TABLE|DATABASE|SCHEMA|VIEW|INDEX|USER|ROLE|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|KEYSPACE|EVENT|POLICY|DOMAIN|LOGIN)\b`,
    String.raw`GRANT\s+[\w\s,()]{1,300}\b(?:ON|TO)\b|REVOKE\s+[\w\s,()]{1,300}\b(?:ON|FROM)\b`,
    String.raw`WITH\s+(?:RECURSIVE\s+)?["\x60[\w]{1,80}\]?["\x60]?\s*(?:\([^)]{0,300}\)\s*)?AS\s*(?:(?:NOT\s+)?MATERIALIZED\s*)?\(`,
    String.raw`EXPLAIN\s+(?:\([^)]{0,100}\)\s*|ANALYZE\s+|VERBOSE\s+|PLAN\s+FOR\s+){0,3}(?:SELECT|DELETE|UPDATE|INSERT|WITH)\b`,
    String.raw`BEGIN\s*(?:;|TRAN|WORK|TRANSACTION|DELETE|UPDATE|DROP|TRUNCATE|INSERT)|START\s+TRANSACTION|(?:COMMIT|ROLLBACK)\s*(?:;|$)|SAVEPOINT\s+\w+\s*;|DO\s+\$`,
    String.raw`(?:EXEC|EXECUTE|CALL)\s+(?:IMMEDIATE\b|(?:\w+\.)?(?:xp_|sp_)\w+|\(?\s*N?'|\w+\s*\()|EXEC(?:UTE)?\s*\(\s*N?'`,
    String.raw`DETACH\s+DELETE\b|MATCH\s*\(\s*\w*[\s:)]|VACUUM\s*(?:FULL|ANALYZE|\(|;|$)|COPY\s+[\w."(]{1,100}[\s\S]{0,200}?\b(?:FROM|TO)\b`,
    String.raw`RESET\s+(?:MASTER|SLAVE|REPLICA|BINARY)|PURGE\s+(?:BINARY|MASTER|TABLE|RECYCLEBIN|DBA_RECYCLEBIN|INDEX)|REASSIGN\s+OWNED|FLUSH\s+(?:TABLES|PRIVILEGES|LOGS|HOSTS)|RESTORE\s+(?:DATABASE|TABLE)|BACKUP\s+DATABASE|KILL\s+(?:QUERY|CONNECTION)\s+\d+|SET\s+(?:GLOBAL|SESSION|FOREIGN_KEY_CHECKS|search_path|ROLE|LOCAL|@)|USE\s+["\x60[]?\w{1,60}["\x60\]]?\s*;|DECLARE\s+@|PREPARE\s+\w+\s+(?:FROM|AS)|OPTIMIZE\s+TABLE|RENAME\s+TABLE|LOCK\s+TABLES?|COMMENT\s+ON|REFRESH\s+MATERIALIZED|REINDEX\s+|SHOW\s+(?:TABLES|DATABASES|CREATE|COLUMNS|INDEX|GRANTS|PROCESSLIST|VARIABLES|STATUS)|DESCRIBE\s+\w+\s*;|ATTACH\s+DATABASE|PRAGMA\s+\w+`,
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'iy',
)

/** Whether a text is SQL, by the beginning of its first statement, after comments and brackets. */
export function isSql(text: string): boolean {
  const plain = text.includes('/*') ? withoutComments(text) : text
  opening.lastIndex = startOf(plain)
  return opening.test(plain)
}

/** Comments part words as blanks do; what MySQL runs inside a version comment stays. */
function withoutComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let open = text.indexOf('/*'); open >= 0 && parts.length < 1_000; open = text.indexOf('/*', at)) {
    parts.push(text.slice(at, open))
    const version = /^\/\*M?!\d{0,6}/.exec(text.slice(open, open + 12))
    at = version === null ? after(text, '*/', open + 1) : open + version[0].length
  }
  return [...parts, text.slice(at)].join(' ').replaceAll('*/', ' ')
}

function startOf(text: string): number {
  let at = 0
  for (let rounds = 0; rounds < 200; rounds += 1) {
    const blank = /^[\s(;]{1,1000}/.exec(text.slice(at, at + 1000))
    if (blank !== null) at += blank[0].length
    else if (text.startsWith('/*', at) && !/^\/\*M?!/.test(text.slice(at, at + 4))) at = after(text, '*/', at)
    else if (text.startsWith('/*', at)) at += /^\/\*M?!\d{0,6}/.exec(text.slice(at, at + 12))?.[0].length ?? 2
    else if (/^--(?=[\s!]|$)/.test(text.slice(at, at + 3))) at = after(text, '\n', at)
    else return at
  }
  return at
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from + 1)
  return found < 0 ? text.length : found + mark.length
}
