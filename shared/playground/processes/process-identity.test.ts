import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

import { endProcess } from './end-process.ts'
import { identityOf, isRunning } from './process-identity.ts'

const sleeper = (script = 'setInterval(() => {}, 1000)') => {
  const child = spawn(process.execPath, ['-e', `${script}; console.log('up')`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  return { child, up: once(child.stdout, 'data') }
}

test('a process is itself, and no other with its pid', () => {
  const self = identityOf(process.pid)
  expect(self).toEqual({ pid: process.pid, startedAt: expect.stringMatching(/\S/) })
  expect(isRunning({ pid: process.pid, startedAt: 'another time' })).toBe(false)
  expect(identityOf(2 ** 22 - 1)).toBeUndefined()
})

test('a process that is asked to end is gone afterwards', async () => {
  const { child, up } = sleeper()
  await up
  const target = identityOf(child.pid ?? 0)
  expect(target).toBeDefined()
  if (target === undefined) return
  expect(await endProcess(target, 'SIGTERM', 5_000)).toBe(true)
  expect(isRunning(target)).toBe(false)
  expect(await endProcess(target, 'SIGTERM', 5_000)).toBe(true)
})

test('a process that does not listen is killed after its grace', async () => {
  const { child, up } = sleeper(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
  await up
  const target = identityOf(child.pid ?? 0)
  if (target !== undefined) await endProcess(target, 'SIGTERM', 50)
  expect(identityOf(child.pid ?? 0)).toBeUndefined()
})
