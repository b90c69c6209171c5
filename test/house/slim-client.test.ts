import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { ROOT } from './source-files.ts'

const MOST_BYTES = 15_000

test('the client loads nothing but its own files, of less than 15 KB without their types', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
    await import(${JSON.stringify(join(ROOT, 'shared/client/client.ts'))})
    console.log(JSON.stringify(urls))`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: ROOT, encoding: 'utf8' })
  // Safe: printed one line above.
  const paths = (JSON.parse(out) as string[]).map((url) => fileURLToPath(url))
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => !path.startsWith(join(ROOT, 'shared/client/')))).toEqual([])
  const bytes = paths.map((path) => Buffer.byteLength(codeOf(readFileSync(path, 'utf8'))))
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(MOST_BYTES)
})

/** A module without its types; what stood in their place is blank. */
const codeOf = (text: string) => stripTypeScriptTypes(text).replaceAll(/[ \t]*\n\s*/g, '\n')
