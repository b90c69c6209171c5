import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { confinement } from './confinement.ts'

const run = promisify(execFile)

test('what is started behind it is not root, has no capability and reads nothing of our environment', async () => {
  const [file = 'env', ...args] = await confinement()
  const program = `id -u; grep CapEff /proc/self/status; cat /proc/${process.pid}/environ || echo unreadable`
  const { stdout } = await run(file, [...args, 'bash', '-c', program])
  const [uid, capabilities, environment] = stdout.split('\n')
  expect(uid).not.toBe('0')
  expect(capabilities).toMatch(/CapEff:\s+0+$/)
  // Where namespaces are not permitted it runs as we do, and only Chromium's own sandbox is between.
  expect(file !== 'unshare' || environment === 'unreadable').toBe(true)
})
