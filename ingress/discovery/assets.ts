import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { type TextDocument, tagOf, textDocument } from './text-document.ts'

const require = createRequire(import.meta.url)

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

/** Files of the pages. Their names contain a content hash or version, so they can be cached for a year. */
export type Assets = {
  /** URL path of each asset. */
  path: Record<'site.css' | 'docs.js' | 'swagger-ui.css' | 'swagger-ui-bundle.js', string>
  /** Reads an asset by file name; null for an unknown one. */
  read: (file: string) => Promise<TextDocument> | null
}

/** Our own assets and those of Swagger UI, which are read on first use. */
export function createAssets(): Assets {
  const files = new Map<string, () => Promise<TextDocument>>()
  const add = (name: string, tag: string, read: () => Promise<string>) => {
    const [stem, extension] = splitName(name)
    const file = `${stem}-${tag}.${extension}`
    let document: Promise<TextDocument> | null = null
    files.set(
      file,
      () => (document ??= read().then((text) => textDocument(text, extension === 'css' ? TYPES.css : TYPES.js))),
    )
    return `/docs/assets/${file}`
  }
  const own = (name: string) => {
    const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8')
    return add(name, tagOf(text).slice(0, 12), () => Promise.resolve(text))
  }
  const foreign = (name: string) =>
    add(name, swaggerVersion(), () => readFile(require.resolve(`swagger-ui-dist/${name}`), 'utf8'))
  return {
    path: {
      'site.css': own('site.css'),
      'docs.js': own('docs.js'),
      'swagger-ui.css': foreign('swagger-ui.css'),
      'swagger-ui-bundle.js': foreign('swagger-ui-bundle.js'),
    },
    read: (file) => files.get(file)?.() ?? null,
  }
}

/** The icon of every page. */
export const favicon = (): TextDocument =>
  textDocument(readFileSync(new URL('./assets/favicon.svg', import.meta.url), 'utf8'), 'image/svg+xml')

function splitName(name: string): [string, string] {
  const dot = name.lastIndexOf('.')
  return [name.slice(0, dot), name.slice(dot + 1)]
}

function swaggerVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(require.resolve('swagger-ui-dist/package.json'), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0'
}
