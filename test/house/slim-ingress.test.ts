import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type Koa from 'koa'
import { describe, expect, test } from 'vitest'

import type { IngressDeps } from '#ingress/deps.ts'
import { errorPages, mountPages } from '#ingress/pages/mount-pages.ts'

import { ROOT } from './source-files.ts'

const HEAVY =
  /node_modules\/(?:playwright|unpdf|pdfjs|viem|@solana|@x402\/(?:evm|svm)|sharp|recheck|re2js|luxon|jose|ajv|wordnet|unbash|pgsql-ast-parser|swagger-ui|@bull-board|piscina|@node-rs|@modelcontextprotocol|@opentelemetry\/(?!api\/)|bullmq-otel)/

/** Loads a file in a fresh Node and answers with every module that came with it. */
function loadedBy(specifier: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
    await import(${JSON.stringify(specifier)})
    console.log(JSON.stringify(urls))
    process.exit(0)`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  // Safe: printed two lines above.
  return JSON.parse(out.trim().split('\n').at(-1) ?? '[]') as string[]
}

const LEFT_OUT = /node_modules\/(?:kysely|luxon|cron-parser)\/|zod\/v4\/locales\/(?!en\.js)|sql-scripts\.js$/

/**
 * Loads all that an ingress is made of, as `ingress/main.ts` does, and prints what came with it, and what queues in
 * PostgreSQL find afterwards.
 */
const LEAN_PROGRAM = `
  import { createRequire, registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  const { leaveOutUnused } = await import('#shared/process/leave-out-unused.ts')
  leaveOutUnused()
  await import('#ingress/run-ingress.ts')
  const { openOrm } = await import('#shared/db/orm.ts')
  const { Listing } = await import('#shared/market/listings/listing.entity.ts')
  const sql = openOrm({ pg: null, lists: null })().createQueryBuilder(Listing).select('id').where({ slug: 'a' }).getQuery()
  const came = { urls: [...urls], builtins: [...process.moduleLoadList], sql }
  const { loadMigrationSql } = createRequire(process.cwd() + '/x')('bullmq/dist/cjs/postgres/sql-loader.js')
  const migrations = ['0001_schema.sql'].filter((name) => loadMigrationSql(name).includes('CREATE TABLE'))
  process.stdout.write(JSON.stringify({ ...came, migrations }), () => process.exit(0))`

/** Code of our own that outcomes run, in bytes: declarations and their examples are not counted, nor what they share. */
const MOST_ENGINE_BYTES = 450_000
const isEngine = (path: string) =>
  /^shared\/(?:engines|outcomes\/[\w-]+\/[\w-]+)\//.test(path) && !/\/(?:outcome\.ts|example\.json)$/.test(path)

describe('the ingress is slim', () => {
  test.each(['ingress/start-ingress.ts', 'shared/catalog/catalog.ts'])(
    'what comes with %s holds no browser, PDF engine, chain SDK or other heavy library',
    (file) => {
      const loaded = loadedBy(join(ROOT, file))
      expect(loaded.length).toBeGreaterThan(100)
      expect(loaded.filter((url) => HEAVY.test(url))).toEqual([])
    },
  )

  test('what an ingress leaves out of packages, and fetch, is not loaded, and entities still make statements', () => {
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', LEAN_PROGRAM], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    })
    // Safe: LEAN_PROGRAM prints it.
    const { urls, builtins, sql, migrations } = JSON.parse(out) as Record<
      'urls' | 'builtins' | 'migrations',
      string[]
    > & {
      sql: string
    }
    expect(urls.length).toBeGreaterThan(1_000)
    expect(urls.filter((url) => LEFT_OUT.test(url))).toEqual([])
    expect(builtins.filter((name) => /undici|http2/.test(name))).toEqual([])
    expect(sql).toMatch(/^select .*"listing".* where .*"slug" = /)
    expect(migrations).toContain('0001_schema.sql')
  })

  test('a process that only delivers events loads no outcome, queue or entity, and no chain library', () => {
    const text = readFileSync(join(ROOT, 'workers/deliver.ts'), 'utf8')
    const imports = [...text.matchAll(/from '([#.][^']+)'/g)].map(([, path = '']) =>
      path.replace('#', '').replace(/^\.\//, 'workers/'),
    )
    expect(imports.length).toBeGreaterThan(3)
    const loaded = imports.flatMap((path) => loadedBy(join(ROOT, path)))
    expect(
      loaded.filter((url) => HEAVY.test(url) || /bullmq|mikro-orm|shared\/(?:outcomes|catalog)\//.test(url)),
    ).toEqual([])
  })

  // Its interfaces come with the metrics.
  test('no SDK of OpenTelemetry comes with a worker either, before it is set up', () => {
    const loaded = loadedBy(join(ROOT, 'workers/start-workers.ts'))
    expect(loaded.length).toBeGreaterThan(100)
    expect(loaded.filter((url) => /@opentelemetry\/(?!api\/)|bullmq-otel/.test(url))).toEqual([])
  })

  test('of the pages, only what tells them apart comes with the ingress: the rest is loaded by the first visitor', () => {
    const pages = loadedBy(join(ROOT, 'ingress/start-ingress.ts')).flatMap(
      (url) => /\/ingress\/pages\/.*$/.exec(url) ?? [],
    )
    expect(pages.sort()).toEqual(['/ingress/pages/mount-pages.ts', '/ingress/pages/page-paths.ts'])
  })

  test('with PAGES=off nothing of the pages is mounted, and errors stay JSON', () => {
    const mounted: unknown[] = []
    const app = { use: (middleware: unknown) => mounted.push(middleware) } as unknown as Koa
    const mountedWith = (PAGES: boolean) => {
      const deps = { config: { PAGES } } as IngressDeps
      mountPages(app, deps, [])
      return [mounted.length, errorPages(deps) === null]
    }
    expect(mountedWith(false)).toEqual([0, true])
    expect(mountedWith(true)).toEqual([1, false])
  })

  test('the declarations bring little of the code that runs: what is heavy is loaded inside run', () => {
    const root = `${pathToFileURL(ROOT).href}/`
    const engines = loadedBy(join(ROOT, 'shared/catalog/catalog.ts'))
      .filter((url) => url.startsWith(root))
      .map((url) => url.slice(root.length))
      .filter(isEngine)
    expect(engines.length).toBeGreaterThan(50)
    const bytes = engines.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0)
    expect(bytes).toBeLessThan(MOST_ENGINE_BYTES)
  })

  test('the measurement bites: an engine that is loaded is seen', () => {
    expect(loadedBy('re2js').some((url) => HEAVY.test(url))).toBe(true)
  })
})
