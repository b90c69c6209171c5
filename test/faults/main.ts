import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run test:faults`: every test that docs/faults.md names, then all of test/faults, which take minutes. Exit 1 when
 * one of them fails, or when a named test is not there.
 */
const ROOT = join(import.meta.dirname, '../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

const named = [
  ...new Set(
    [...readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(
      ([, file = '']) => file,
    ),
  ),
]
const missing = named.filter((file) => !existsSync(join(ROOT, file)))
if (missing.length > 0) {
  process.stderr.write(`docs/faults.md names tests that are not there: ${missing.join(', ')}\n`)
  process.exit(1)
}

const quick = named.filter((file) => !file.startsWith('test/faults/'))
const codes = [
  await vitest('--project', 'unit', '--project', 'flow', ...quick),
  await vitest('--project', 'faults', 'test/faults'),
]
process.exit(codes.every((code) => code === 0) ? 0 : 1)

/** Runs vitest as this process's own; signals are passed on. */
function vitest(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [VITEST, 'run', ...args], { cwd: ROOT, stdio: 'inherit' })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, passOn)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}
