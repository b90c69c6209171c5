import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

import { isSandboxed, membersOf, pidsOf } from './process-group.ts'

test('a group has its leader and what that started, until they are killed', async () => {
  const child = spawn('bash', ['-c', 'sleep 60 & echo started; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = child.pid ?? 0
  await once(child.stdout, 'data')
  expect(pidsOf(pid)).toHaveLength(2)
  expect(pidsOf(pid)).toContain(pid)
  const members = membersOf(pid)
  expect(members.map(({ kind }) => kind)).toEqual(['browser', 'browser'])
  for (const { bytes } of members) expect(bytes).toBeGreaterThan(0)
  process.kill(-pid, 'SIGKILL')
  await once(child, 'exit')
  // The leader is gone; what it started ends at the same signal, in its own moment.
  await expect.poll(() => pidsOf(pid), { timeout: 10_000 }).toEqual([])
})

test('an ordinary process is not taken for a sandboxed one, nor is one that does not exist', () => {
  expect(isSandboxed(process.pid)).toBe(false)
  expect(isSandboxed(2 ** 30)).toBe(false)
})
