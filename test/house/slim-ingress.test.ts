import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { ROOT } from './source-files.ts'

const HEAVY =
  /node_modules\/(?:playwright|unpdf|pdfjs|viem|@solana|@x402\/(?:evm|svm)|sharp|recheck|re2js|luxon|jose|ajv|wordnet|unbash|pgsql-ast-parser|swagger-ui|@bull-board|piscina|@node-rs)/

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

describe('the ingress is slim', () => {
  test('what it loads at start holds no browser, PDF engine, chain SDK or outcome engine', () => {
    const loaded = loadedBy(join(ROOT, 'ingress/start-ingress.ts'))
    expect(loaded.length).toBeGreaterThan(100)
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([])
  })

  test('the measurement bites: an engine that is loaded is seen', () => {
    expect(loadedBy('re2js').some((url) => HEAVY.test(url))).toBe(true)
  })
})
