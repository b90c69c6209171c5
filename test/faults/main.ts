import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run test:faults`: every test that docs/faults.md names, then all of test/faults, which take minutes. Exit 1 when
 * one of them fails, or when a named test is not there. At its end it prints what they measured: the longest pause of an
 * ingress under hostile bodies, and how long other callers waited while each attack ran (test/support/report-measured.ts).
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

const folder = mkdtempSync(join(tmpdir(), 'farebox-faults-'))
const measured = join(folder, 'measured')
writeFileSync(measured, '')
const quick = named.filter((file) => !file.startsWith('test/faults/'))
const codes = [
  await vitest('--project', 'unit', '--project', 'flow', ...quick),
  await vitest('--project', 'faults', 'test/faults'),
]
process.stdout.write(`\nMeasured on this machine:\n${readFileSync(measured, 'utf8')}`)
rmSync(folder, { recursive: true })
process.exit(codes.every((code) => code === 0) ? 0 : 1)

/** Runs vitest as this process's own; signals are passed on. */
function vitest(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [VITEST, 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, FAULTS_MEASURED: measured },
    stdio: 'inherit',
  })
  const passOn = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, passOn)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, passOn)
      resolve(code ?? 1)
    })
  })
}
