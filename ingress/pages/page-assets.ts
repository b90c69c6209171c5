import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { type TextDocument, tagOf, textDocument } from '../discovery/text-document.ts'

const require = createRequire(import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Our own files: small, and read when the first page is shown. */
const OWN = ['site.css', 'site.js', 'chart.js', 'api.js', 'card.js', 'wallet.js'] as const
/** Files of packages, by the name pages know them by: the file, and where its version stands. Each is read when it is first asked for. */
const OF_PACKAGES = {
  'htmx.js': [require.resolve('htmx.org/dist/htmx.min.js'), require.resolve('htmx.org/package.json')],
  'uplot.js': [require.resolve('uplot/dist/uPlot.iife.min.js'), require.resolve('uplot/package.json')],
  'uplot.css': [require.resolve('uplot/dist/uPlot.min.css'), require.resolve('uplot/package.json')],
  'swagger-ui.css': [
    require.resolve('swagger-ui-dist/swagger-ui.css'),
    require.resolve('swagger-ui-dist/package.json'),
  ],
  'swagger-ui.js': [
    require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    require.resolve('swagger-ui-dist/package.json'),
  ],
} as const

type AssetName = (typeof OWN)[number] | keyof typeof OF_PACKAGES

/** Files of the pages. Their names contain a content hash or version, so they may be kept for a year. */
export type PageAssets = {
  /** URL path of each file. */
  path: Readonly<Record<AssetName, string>>
  /** Reads a file by its name in the path; null for an unknown one. */
  read: (file: string) => Promise<TextDocument> | null
}

let assets: PageAssets | undefined

/** The files of the pages of this process. */
export const pageAssets = (): PageAssets => (assets ??= createAssets())

function createAssets(): PageAssets {
  const files = new Map<string, () => Promise<TextDocument>>()
  const add = (name: string, tag: string, read: () => Promise<string>): [string, string] => {
    const dot = name.lastIndexOf('.')
    const file = `${name.slice(0, dot)}-${tag}${name.slice(dot)}`
    let document: Promise<TextDocument> | null = null
    files.set(
      file,
      () => (document ??= read().then((text) => textDocument(text, TYPES[name.slice(dot + 1)] ?? 'text/plain'))),
    )
    return [name, `/assets/${file}`]
  }
  const own = OWN.map((name) => {
    const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
    return add(name, tagOf(text).slice(0, 12), () => Promise.resolve(text))
  })
  const foreign = Object.entries(OF_PACKAGES).map(([name, [file, manifest]]) =>
    add(name, versionIn(manifest), () => readFile(file, 'utf8')),
  )
  // Safe: one path for each name.
  const path = Object.fromEntries([...own, ...foreign]) as PageAssets['path']
  return { path, read: (file) => files.get(file)?.() ?? null }
}

function versionIn(path: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0'
}
