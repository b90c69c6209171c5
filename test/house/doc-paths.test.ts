import { FUND_CENTS, TRIAL } from '#shared/terms.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { MAX_WAIT_S } from '#ingress/call/input/preferences.ts'
import { DEFAULT_BODY_BYTES, MAX_ROUTE_VALUES } from '#ingress/http/body/json-size.ts'
import { MAX_JSON_DEPTH, MAX_JSON_NODES } from '#ingress/http/body/vet-json.ts'
import { LIMIT_ROWS } from '#shared/limits.rules.ts'
import { REMOVED_SETTINGS } from '#shared/removed-settings.rules.ts'
import { Settings } from '#shared/settings.ts'
import { SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'
import { settingNames } from '#shared/upstreams/settings.ts'

import { read, ROOT } from './source-files.ts'

const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

test.each(documents)('every path %s names exists', (document) => {
  const paths = [...read(document).matchAll(/`((?:ingress|workers|shared|test|docs)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  )
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the architecture has a line for every folder of the product', () => {
  const said = read('docs/architecture.md')
  const folders = ['ingress', 'workers', 'shared'].flatMap((part) =>
    readdirSync(join(ROOT, part), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `\`${part}/${name}/\``),
  )
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter((folder) => !said.includes(folder))).toEqual([])
})

const SETTINGS = new Set([
  ...Object.keys(Settings.shape),
  ...UPSTREAM_IDS.flatMap((id) => Object.values(settingNames(id))),
  // Of the tools that start and test the product.
  'MALLOC_ARENA_MAX',
  'SOAK_ROUNDS',
  'FAREBOX_SECRETS_FD',
  // Of npm run -s cli, for the name under which an act is logged.
  'OPERATOR_TOKEN',
  // Of npm run -s mcp, which is a client.
  'FAREBOX_URL',
  'FAREBOX_KEY',
  ...[...SECRET_SETTINGS].map((name) => `${name}_FILE`),
])
/** Codes of lints look like settings. */
const IS_CODE = /^(?:PR|OR)_/

test.each(documents)('every setting %s names exists', (document) => {
  const named = [...read(document).matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name]) => name ?? '')
  // The changelog tells of settings that are gone.
  const past = document === 'CHANGELOG.md' ? REMOVED_SETTINGS : []
  expect(named.filter((name) => !SETTINGS.has(name) && !past.includes(name) && !IS_CODE.test(name))).toEqual([])
})

test('the README leads to every document', () => {
  const linked = new Set([...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(([, path]) => path ?? ''))
  expect(documents.filter((path) => path.startsWith('docs/') && !linked.has(path))).toEqual([])
})

test('the README tells defaults and limits as they are', () => {
  const { OUTCOME_CONCURRENCY, MAX_IN_FLIGHT, PORT, HOST } = Settings.parse({
    DATABASE_URL: 'postgres://h/d',
    SERVER_SECRET: 's'.repeat(32),
  })
  const rows = new Map(
    [...read('README.md').matchAll(/^\| (`?[^|]+?) \| ([^|]+?) \|/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  expect(Object.fromEntries(rows)).toMatchObject({
    '`PORT`, `HOST`': `${PORT}, ${HOST}`,
    '`OUTCOME_CONCURRENCY` ...': `${OUTCOME_CONCURRENCY} ...`,
    '`MAX_IN_FLIGHT`': String(MAX_IN_FLIGHT),
    '`KEY_CALLS_PER_MINUTE` ...': `${LIMIT_ROWS.key.points} ...`,
    'JSON body': `${DEFAULT_BODY_BYTES / 1_024} KB, unless the outcome says otherwise (up to 8 MB)`,
    'JSON nesting, values': `${MAX_JSON_DEPTH} deep, ${MAX_JSON_NODES.toLocaleString('en')} values; ${MAX_ROUTE_VALUES.toLocaleString('en')} where it is no outcome call`,
    Waiting: `${MAX_WAIT_S} s, then 202`,
    Trial: `${TRIAL.cents} cents, ${TRIAL.hours} hours, calls up to ${TRIAL.maxPriceCents} cents, once in ${TRIAL.coolDownDays} days`,
    'Prepaid key': `${FUND_CENTS.min} to ${FUND_CENTS.max.toLocaleString('en')} cents a payment`,
  })
})
