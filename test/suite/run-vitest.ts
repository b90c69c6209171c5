import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Runs vitest with this process's terminal and resolves with its exit code. A signal ends both of them. */
export function runVitest(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  let isEnding = false
  const passOn = (signal: NodeJS.Signals) => {
    isEnding = true
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, passOn)
  return new Promise((done) => {
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, passOn)
      if (isEnding) process.exit(code || 1)
      done(code ?? 1)
    })
  })
}
