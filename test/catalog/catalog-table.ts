import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

import { bundles, missingSlugs } from '#shared/catalog/bundles.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'
import { bundleEntries } from '#shared/catalog/for-sale.ts'
import { UPSTREAM_IDS } from '#shared/upstreams/registry.ts'

import { ANSWER_SOURCES } from './answer-sources.rules.ts'
import { OUTCOMES } from './document.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

/**
 * docs/catalog.md: every outcome with its price, pack, pool, when an x402 payment settles, what it needs, which upstreams
 * its code names, and the tests that name it. Made from the declarations and the files alone, so that it is the same on
 * every machine.
 */
export function catalogTable(): string {
  const tests = testFiles()
  const rows = [...catalog.values()]
    .toSorted((a, b) => order(a.pack.name, b.pack.name) || order(a.outcome.slug, b.outcome.slug))
    .map((entry) => rowOf(entry, tests))
  const sourceRows = Object.entries(ANSWER_SOURCES)
    .toSorted(([a], [b]) => order(a, b))
    .map(([slug, { first, then }]) => row([slug, first, then]))
  const bundleRows = bundles.map((bundle) => {
    const entry = bundleEntries(catalog).find(({ outcome }) => outcome.slug === `bundles/${bundle.id}`)
    const missing = missingSlugs(bundle, catalog)
    return row([
      bundle.id,
      cents(bundle.bundleCents),
      bundle.slugs.join(', '),
      entry === undefined ? `coming: ${missing.join(', ')}` : entry.inGuards ? 'every pass' : 'week and month passes',
    ])
  })
  return `# The catalog

Made by \`npm run -s docs:catalog\` from the declarations; a test says when it is stale. ${rows.length} outcomes.

"Needs" is what an answer takes: nothing (pure), the store (stateful), the network, a chain, a browser, a model, or other
outcomes (composite). "Upstreams" are those its code names (docs/upstreams.md), in the order of the code; one that fails is
followed by the next. "Settles" is when an x402 payment does: before the run, or after it. "Tests" are the files that name
the slug, without those that run over the whole catalog.

${row(['Slug', 'Price', 'Pack', 'Pool', 'Settles', 'Needs', 'Upstreams', 'Tests'])}
${row(['---', '---:', '---', '---', '---', '---', '---', '---'])}
${rows.join('\n')}

## Sources and fall-backs

Where each outcome that needs the world has its answer from, and what follows when that fails. Upstreams are named as in
docs/upstreams.md, other outcomes by their slug, models as in docs/models.md. What is embedded comes with the product: nobody
is asked. "502, uncharged" is \`upstream_unavailable\`, with the sources that were tried.

${row(['Slug', 'Source', 'Fall-back'])}
${row(['---', '---', '---'])}
${sourceRows.join('\n')}

## Bundles

Sold at \`POST /api/v1/outcomes/bundles/{bundle_id}\` (docs/bundles.md).

${row(['Bundle', 'Price', 'Members', 'Covered by'])}
${row(['---', '---:', '---', '---'])}
${bundleRows.join('\n')}
`
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const cents = (price: number) => (price === 0 ? 'free' : `${price}¢`)

function rowOf({ outcome, pack }: CatalogEntry, tests: ReadonlyMap<string, string>): string {
  const { slug } = outcome
  const names = [...tests].flatMap(([path, text]) => (isAbout(slug, path, text) ? [nameOf(path)] : []))
  return row([
    slug,
    cents(outcome.cents),
    pack.name,
    outcome.pool,
    outcome.settle,
    OUTCOMES[slug]?.kind ?? '',
    upstreamsOf(slug).join(', '),
    [...new Set(names)].toSorted(order).join(', '),
  ])
}

/** A test in the folder of an outcome is about it; every other has to name it. */
const isAbout = (slug: string, path: string, text: string) =>
  path.includes(`/${slug}/`) || text.includes(`'${slug}'`) || text.includes(`/${slug}.ts'`)

/** The name of a test file; `outcome.test.ts` has that of its folder. */
const nameOf = (path: string) =>
  basename(path) === 'outcome.test.ts' ? basename(dirname(path)) : basename(path, '.test.ts')

/** Test files by path, without those that go over every outcome anyway. */
function testFiles(): Map<string, string> {
  const paths = globSync('{shared/outcomes,test/flow,test/faults}/**/*.test.ts', { cwd: ROOT }).toSorted(order)
  const general = new Set(['bundles.test.ts', 'bundle-outcome.test.ts'])
  return new Map(
    paths
      .filter((path) => !general.has(basename(path)))
      .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const),
  )
}

/** Upstreams an outcome's file and the engines it loads name, in the order of the code. */
export function upstreamsOf(slug: string): string[] {
  const [start] = globSync([`shared/outcomes/*/${slug}.ts`, `shared/outcomes/*/${slug}/outcome.ts`], { cwd: ROOT })
  if (start === undefined) return []
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path) || !existsSync(join(ROOT, path))) return
    seen.add(path)
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const target of importsOf(text, path)) if (/^shared\/(?:engines|outcomes)\//.test(target)) visit(target)
    for (const [, id = ''] of text.matchAll(/\bupstream: '([\w-]+)'/g)) if (KNOWN.has(id)) found.add(id)
  }
  visit(start)
  return [...found]
}

const KNOWN: ReadonlySet<string> = new Set(UPSTREAM_IDS)

function importsOf(text: string, path: string): string[] {
  return [...text.matchAll(/(?:from|import\() ?'([^']+\.ts)'/g)].map(([, target = '']) =>
    target.startsWith('#shared/')
      ? target.replace('#shared/', 'shared/')
      : relative(ROOT, resolve(ROOT, dirname(path), target)),
  )
}
