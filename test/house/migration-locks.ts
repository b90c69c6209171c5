import { loadModule, parseSync } from 'libpg-query'
import { z } from 'zod'

const Name = z.object({ relname: z.string() })
const Constraint = z.object({
  Constraint: z.object({
    contype: z.string(),
    skip_validation: z.boolean().optional(),
    indexname: z.string().optional(),
    raw_expr: z.unknown().optional(),
  }),
})
const Command = z.object({
  AlterTableCmd: z.object({
    subtype: z.string(),
    def: z
      .union([
        Constraint,
        z.object({ ColumnDef: z.object({ constraints: z.array(Constraint).default([]) }) }),
        z.unknown(),
      ])
      .optional(),
  }),
})

const WRITERS_WAIT = 'holds up every write of the table while it'
const OLDER = 'processes of the release before fail, which'

/** What commands of `alter table` do to a table with rows, by the name that PostgreSQL's parser gives them. */
const COMMANDS: Readonly<Record<string, string>> = {
  AT_DropColumn: `${OLDER} read the column`,
  AT_AlterColumnType: `${WRITERS_WAIT} writes all rows anew`,
  AT_SetNotNull: `${WRITERS_WAIT} reads all rows`,
  AT_SetLogged: `${WRITERS_WAIT} writes all rows anew`,
  AT_SetUnLogged: `${WRITERS_WAIT} writes all rows anew`,
  AT_SetTableSpace: `${WRITERS_WAIT} copies the table`,
}

await loadModule()

/**
 * What is wrong with a migration, one line a statement; empty when calls go on while it runs and processes of the release
 * before go on after it. A table that the migration itself creates has no rows, and nobody knows it yet.
 */
export function migrationProblems(statements: readonly string[]): string[] {
  const parsed = statements.flatMap(
    (sql) =>
      z.object({ stmts: z.array(z.object({ stmt: z.record(z.string(), z.unknown()) })) }).parse(parseSync(sql)).stmts,
  )
  const own = new Set<string>()
  return parsed.flatMap(({ stmt }) => {
    const [[kind, body] = ['', {}]] = Object.entries(stmt)
    return problemsOf(kind, body, own)
  })
}

function problemsOf(kind: string, body: unknown, own: Set<string>): string[] {
  if (kind === 'CreateStmt') {
    own.add(tableOf(body))
    return []
  }
  const table = tableOf(body)
  const on = (why: string) => [`${table}: ${why}`]
  if (kind === 'DropStmt') {
    const { removeType } = z.object({ removeType: z.string() }).parse(body)
    return ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_COLUMN'].includes(removeType) ? [`${OLDER} use what is dropped`] : []
  }
  if (own.has(table)) return []
  if (kind === 'IndexStmt' && z.object({ concurrent: z.boolean().optional() }).parse(body).concurrent !== true)
    return on(`${WRITERS_WAIT} builds an index; build it concurrently, in a migration without a transaction`)
  if (kind === 'RenameStmt' && table !== '') return on(`${OLDER} use the former name`)
  if (kind === 'TruncateStmt') return ['rows of the release before are removed']
  if (kind === 'VacuumStmt' || kind === 'ClusterStmt' || kind === 'LockStmt') return on('locks the whole table')
  if (kind === 'UpdateStmt' && z.object({ whereClause: z.unknown().optional() }).parse(body).whereClause === undefined)
    return on('locks every row until the migration ends; change rows in batches')
  if (kind !== 'AlterTableStmt') return []
  return z
    .object({ cmds: z.array(Command) })
    .parse(body)
    .cmds.flatMap(({ AlterTableCmd: command }) => commandProblems(command).map((why) => `${table}: ${why}`))
}

function commandProblems({ subtype, def }: z.output<typeof Command>['AlterTableCmd']): string[] {
  const known = COMMANDS[subtype]
  if (known !== undefined) return [known]
  if (subtype === 'AT_AddConstraint') return constraintProblems(Constraint.parse(def).Constraint)
  if (subtype !== 'AT_AddColumn') return []
  const { constraints } = z
    .object({ ColumnDef: z.object({ constraints: z.array(Constraint).default([]) }) })
    .parse(def).ColumnDef
  const kinds = new Map(constraints.map(({ Constraint: one }) => [one.contype, one]))
  const isRequired = kinds.has('CONSTR_NOTNULL') && !kinds.has('CONSTR_DEFAULT') && !kinds.has('CONSTR_GENERATED')
  const fallback = kinds.get('CONSTR_DEFAULT')
  const isDrawn =
    fallback !== undefined &&
    /"funcname".*"(?:random|gen_random_uuid|clock_timestamp|nextval)"/s.test(JSON.stringify(fallback.raw_expr))
  return [
    ...(isRequired ? [`${OLDER} do not fill the new column`] : []),
    ...(isDrawn ? [`${WRITERS_WAIT} writes a value of its own into every row`] : []),
    // A new column is empty or has one value: a check or reference of its own reads it fast only where it is not validated.
    ...(kinds.has('CONSTR_UNIQUE') || kinds.has('CONSTR_PRIMARY') ? [`${WRITERS_WAIT} builds an index`] : []),
  ]
}

function constraintProblems({
  contype,
  skip_validation,
  indexname,
}: z.output<typeof Constraint>['Constraint']): string[] {
  if (['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(contype))
    return skip_validation === true
      ? []
      : [`${WRITERS_WAIT} reads all rows; add it not valid and validate it in the next migration`]
  const isIndexed = ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype)
  return isIndexed && indexname === undefined ? [`${WRITERS_WAIT} builds an index`] : []
}

function tableOf(body: unknown): string {
  const { relation } = z.object({ relation: Name.optional() }).parse(body)
  return relation?.relname ?? ''
}
