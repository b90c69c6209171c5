import { expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'

import { whenGuarded } from './when-guarded.ts'

const log = createLog('silent')

test('the pool opens after the browser has proved its walls, however often it takes', async () => {
  const events: string[] = []
  const opened = Promise.withResolvers<void>()
  let left = 3
  const browser = {
    start: () => {
      left -= 1
      events.push(left > 0 ? 'refused' : 'proved')
      return left > 0 ? Promise.reject(new Error('reaches this machine')) : Promise.resolve()
    },
    stop: async () => void events.push('stopped'),
  }
  const open = () => {
    events.push('opened')
    opened.resolve()
  }
  const guard = whenGuarded(browser, open, log, 1)
  await opened.promise
  await guard.stop()
  expect(events).toEqual(['refused', 'refused', 'proved', 'opened', 'stopped'])
})

test('a pool that is stopped meanwhile does not open', async () => {
  const started = Promise.withResolvers<void>()
  let opened = 0
  const guard = whenGuarded({ start: () => started.promise, stop: async () => {} }, () => (opened += 1), log, 1)
  const stopped = guard.stop()
  started.resolve()
  await stopped
  expect(opened).toBe(0)
})

test('stopping ends the trying', async () => {
  const refusing = { start: () => Promise.reject(new Error('no')), stop: async () => {} }
  await expect(whenGuarded(refusing, () => {}, log, 3_600_000).stop()).resolves.toBeUndefined()
})
