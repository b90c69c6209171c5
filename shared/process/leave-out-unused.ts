import { registerHooks } from 'node:module'

/** What `@mikro-orm/sql` names of kysely. It sends no statement through it: our driver has its own connections (shared/db). */
const OF_KYSELY =
  'AliasNode ColumnNode ColumnUpdateNode CompiledQuery DefaultQueryCompiler DeleteQueryNode DialectAdapterBase ' +
  'IdentifierNode InsertQueryNode Kysely OperationNodeTransformer PrimitiveValueListNode RawNode ReferenceNode ' +
  'SchemableIdentifierNode SelectAllNode SelectionNode SelectQueryNode SqliteDialect TableNode UpdateQueryNode ' +
  'ValueListNode ValueNode ValuesNode createQueryId'

type Part = {
  specifier: string
  importedBy: string
  format: 'module' | 'commonjs'
  /** The module that stands in for the one at `url`. */
  standIn: (url: string) => string
}

/** Parts of packages that an ingress would load and does not run. */
const UNUSED: readonly Part[] = [
  {
    // 254 modules.
    specifier: 'kysely',
    importedBy: '/node_modules/@mikro-orm/sql/',
    format: 'module',
    standIn: () =>
      OF_KYSELY.split(' ')
        .map((name) => `export class ${name} {}`)
        .join('\n'),
  },
  {
    // Messages of zod in fifty languages; ours are in English, which zod imports by itself.
    specifier: '../locales/index.js',
    importedBy: '/node_modules/zod/v4/',
    format: 'module',
    standIn: () => 'export {}',
  },
  {
    // Brings luxon. Only a schedule with a pattern needs it, and there is none.
    specifier: 'cron-parser',
    importedBy: '/node_modules/bullmq/',
    format: 'commonjs',
    standIn: () => '',
  },
  {
    // The statements of queues in PostgreSQL: read when the first is needed, which is never on Redis.
    specifier: './sql-scripts',
    importedBy: '/node_modules/bullmq/dist/cjs/postgres/sql-loader.js',
    format: 'commonjs',
    standIn: (url) => `
      const { createRequire } = process.getBuiltinModule('node:module')
      const { fileURLToPath } = process.getBuiltinModule('node:url')
      const url = ${JSON.stringify(url)}
      const scripts = () => createRequire(url)(fileURLToPath(url))
      module.exports = {
        get SQL_COMMANDS() { return scripts().SQL_COMMANDS },
        get SQL_MIGRATIONS() { return scripts().SQL_MIGRATIONS },
      }`,
  },
]
const STAND_IN = 'farebox-unused:'

/** Classes of browsers that `node:http` exports again. Importing the module reads them, which loads all of `fetch`. */
const UNUSED_OF_HTTP = ['WebSocket', 'CloseEvent', 'MessageEvent'] as const

/**
 * Keeps out of this process what it does not run: some ten megabytes of an ingress. Takes effect for modules that are loaded
 * afterwards. `fetch` and its classes stay usable and are loaded when first used.
 */
export function leaveOutUnused(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const nth = UNUSED.findIndex(
        (part) => part.specifier === specifier && context.parentURL?.includes(part.importedBy) === true,
      )
      const part = UNUSED[nth]
      if (part === undefined) return next(specifier, context)
      return {
        url: `${STAND_IN}${nth}:${next(specifier, context).url}`,
        format: part.format,
        shortCircuit: true,
      }
    },
    load(url, context, next) {
      const [, nth, real = ''] = /^farebox-unused:(\d+):(.*)$/.exec(url) ?? []
      const part = nth === undefined ? undefined : UNUSED[Number(nth)]
      if (part === undefined) return next(url, context)
      return { format: part.format, source: part.standIn(real), shortCircuit: true }
    },
  })
  for (const name of UNUSED_OF_HTTP) Reflect.deleteProperty(process.getBuiltinModule('node:http'), name)
}
