import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

const LIB = join(import.meta.dirname, 'end-with-parent.ts')

// The parent prints the child's pid and stays; the child ends only when its parent is gone.
const child = (onTerm: string) =>
  `import('${LIB}').then(({ endWithParent }) => { process.on('SIGTERM', ${onTerm}); endWithParent(process.env.PARENT, 200); console.log(process.pid); setInterval(() => {}, 1000) })`
const parent = (script: string) => `
  const env = { ...process.env, PARENT: String(process.pid) }
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], { env, stdio: 'inherit', detached: true })
  setInterval(() => {}, 1000)`

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

test.each([
  ['ends in its own orderly way', '() => process.exit(0)'],
  ['is killed when it does not end', '() => {}'],
])('a process whose parent was killed %s', async (_, onTerm) => {
  const starter = spawn(process.execPath, ['-e', parent(child(onTerm))], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(starter.stdout, 'data')
  const pid = Number(String(line))
  expect(isGone(pid)).toBe(false)
  starter.kill('SIGKILL')
  await vi.waitFor(() => expect(isGone(pid)).toBe(true), { timeout: 10_000 })
})
