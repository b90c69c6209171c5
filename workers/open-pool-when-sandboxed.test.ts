import { expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'

import type { PoolNotice } from './pool-notices.ts'
import { openPoolWhenSandboxed } from './open-pool-when-sandboxed.ts'

const log = createLog('silent')
const pool = 'screenshot'

test('the pool opens after its sandbox is proved, however often it takes, and says meanwhile why it is closed', async () => {
  const events: string[] = []
  const notices: (PoolNotice | null)[] = []
  const opened = Promise.withResolvers<void>()
  let left = 3
  const guard = {
    prove: () => {
      left -= 1
      events.push(left > 0 ? 'refused' : 'proved')
      return left > 0 ? Promise.reject(new Error('reaches this machine')) : Promise.resolve(null)
    },
    stop: async () => void events.push('stopped'),
  }
  const open = () => {
    events.push('opened')
    opened.resolve()
  }
  const guarded = openPoolWhenSandboxed({ pool, guard, log }, { open, tell: (notice) => notices.push(notice) }, 1)
  await opened.promise
  await guarded.stop()
  expect(events).toEqual(['refused', 'refused', 'proved', 'opened', 'stopped'])
  const closed = { isOpen: false, text: 'reaches this machine' }
  expect(notices).toEqual([closed, closed, null])
})

test('a pool that opens without a sandbox its operator renounced is open, and says so', async () => {
  const opened = Promise.withResolvers<void>()
  const notices: (PoolNotice | null)[] = []
  const guard = { prove: () => Promise.resolve('No namespaces here.'), stop: async () => {} }
  const tell = (notice: PoolNotice | null) => notices.push(notice)
  const guarded = openPoolWhenSandboxed({ pool, guard, log }, { open: opened.resolve, tell }, 1)
  await opened.promise
  await guarded.stop()
  expect(notices).toEqual([{ isOpen: true, text: 'No namespaces here.' }])
})

test('a pool that is stopped meanwhile does not open', async () => {
  const started = Promise.withResolvers<null>()
  let opened = 0
  const guard = { prove: () => started.promise, stop: async () => {} }
  const guarded = openPoolWhenSandboxed({ pool, guard, log }, { open: () => (opened += 1), tell: () => {} }, 1)
  const stopped = guarded.stop()
  started.resolve(null)
  await stopped
  expect(opened).toBe(0)
})

test('a pool that waits for its sandbox stops trying when it is stopped', async () => {
  const guard = { prove: () => Promise.reject(new Error('no')), stop: async () => {} }
  const guarded = openPoolWhenSandboxed({ pool, guard, log }, { open: () => {}, tell: () => {} }, 3_600_000)
  await expect(guarded.stop()).resolves.toBeUndefined()
})
