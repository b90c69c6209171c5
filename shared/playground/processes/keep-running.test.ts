import { expect, test } from 'vitest'

import { keepRunning } from './keep-running.ts'
import type { Child, Exit } from './process-family.ts'

const exit = (facts: Partial<Exit>): Exit => ({ code: null, signal: null, lastWords: '', ...facts })

/** Stands in for a process: `end` is how it ends, `stop` asks it to. */
function probe() {
  const { promise: exited, resolve: end } = Promise.withResolvers<Exit>()
  const child: Child = { pid: 1, logStart: 0, exited, stop: async () => end(exit({ code: 0 })) }
  return { child, end }
}

function supervised() {
  const started: ReturnType<typeof probe>[] = []
  const deaths: number[] = []
  const pauses: number[] = []
  const second = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const kept = keepRunning(
    async () => {
      const next = probe()
      started.push(next)
      if (started.length === 2) second.resolve()
      return next.child
    },
    {
      onDeath: (_, count, pauseMs) => {
        deaths.push(count)
        pauses.push(pauseMs)
      },
      onAskedToEnd: asked.resolve,
    },
  )
  return { kept, started, deaths, pauses, second: second.promise, asked: asked.promise }
}

test('a process that dies is started again', async () => {
  const { kept, started, deaths, second } = supervised()
  started[0]?.end(exit({ signal: 'SIGKILL' }))
  await second
  expect(deaths).toEqual([1])
  await kept.stop()
  expect(started).toHaveLength(2)
})

test.each([exit({ code: 0 }), exit({ code: 143 }), exit({ signal: 'SIGTERM' }), exit({ signal: 'SIGHUP' })])(
  'a process that someone asked to end (%o) is not started again',
  async (ended) => {
    const { kept, started, deaths, asked } = supervised()
    started[0]?.end(ended)
    await asked
    expect(deaths).toEqual([])
    await kept.stop()
    expect(started).toHaveLength(1)
  },
)

test('a stopped process is not started again, also while it waits for its next start', async () => {
  const { kept, started, deaths } = supervised()
  started[0]?.end(exit({ code: 1 }))
  await kept.stop()
  expect(deaths.length).toBeLessThanOrEqual(1)
  expect(started).toHaveLength(1)
})

test('a start that fails counts as a death', async () => {
  const died = Promise.withResolvers<Exit>()
  const kept = keepRunning(async () => Promise.reject(new Error('no more processes')), {
    onDeath: (ended) => died.resolve(ended),
    onAskedToEnd: () => {},
  })
  expect(await died.promise).toEqual(exit({ code: 1, lastWords: 'no more processes' }))
  await kept.stop()
})
