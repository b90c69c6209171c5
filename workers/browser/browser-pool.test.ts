import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'

import { BrowserGone, BrowserPool, type Launch } from './browser-pool.ts'

const log = createLog('silent')

/** Browsers that exist in name only. Group 0 is nobody's, so nothing is measured and nothing is killed. */
function fakeBrowsers() {
  const made: { end: () => void; isRunning: boolean }[] = []
  const launch: Launch = async () => {
    const gone = Promise.withResolvers<string>()
    const fake = {
      isRunning: true,
      end: () => {
        fake.isRunning = false
        gone.resolve('')
      },
    }
    made.push(fake)
    const name = made.length
    return {
      // Safe: the pool asks a browser for nothing else.
      browser: { isConnected: () => fake.isRunning, version: () => String(name) } as unknown as Browser,
      // Safe: the transport is the business of who launches.
      chromium: { pid: 0, isRunning: () => fake.isRunning, gone: gone.promise, kill: fake.end } as unknown as Awaited<
        ReturnType<Launch>
      >['chromium'],
    }
  }
  return { made, launch }
}

const nameOf = (browser: Browser) => Promise.resolve(browser.version())

describe('a pool of browsers', () => {
  test('keeps one warm, also for jobs that come at the same time', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log)
    await Promise.all([pool.use(nameOf), pool.use(nameOf)])
    await pool.use(nameOf)
    expect(made).toHaveLength(1)
  })

  test('takes the next browser after its jobs, and ends the last one when its last job is done', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log, { maxJobs: 2 })
    const hold = Promise.withResolvers<void>()
    const slow = pool.use(() => hold.promise)
    expect(await pool.use(nameOf)).toBe('1')
    expect(await pool.use(nameOf)).toBe('2')
    expect(made.map(({ isRunning }) => isRunning)).toEqual([true, true])
    hold.resolve()
    await slow
    expect(made.map(({ isRunning }) => isRunning)).toEqual([false, true])
  })

  test('has the next browser ready before the last one is used up', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log, { maxJobs: 6 })
    await pool.use(nameOf)
    expect(made).toHaveLength(1)
    await pool.use(nameOf)
    expect(made).toHaveLength(2)
    for (let job = 3; job <= 6; job += 1) expect(await pool.use(nameOf)).toBe('1')
    expect(await pool.use(nameOf)).toBe('2')
    await pool.close()
    expect(made.map(({ isRunning }) => isRunning)).toEqual([false, false])
  })

  test('gives a browser with something stuck in it no further job', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log)
    await pool.use(async (_browser, { onStuck }) => onStuck())
    expect(await pool.use(nameOf)).toBe('2')
    expect(made[0]?.isRunning).toBe(false)
  })

  test('says so when a browser ended under its job, and has another for the next', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log)
    const job = pool.use(async () => {
      made[0]?.end()
      throw new Error('page closed')
    })
    await expect(job).rejects.toThrow(BrowserGone)
    expect(await pool.use(nameOf)).toBe('2')
  })

  test('says so too when the job never hears of it', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log)
    const job = pool.use(() => new Promise(() => made[0]?.end()))
    await expect(job).rejects.toThrow(BrowserGone)
    expect(await pool.use(nameOf)).toBe('2')
  })

  test('tries again after a browser that did not start', async () => {
    const { launch } = fakeBrowsers()
    let tries = 0
    const pool = new BrowserPool(() => (++tries === 1 ? Promise.reject(new Error('no memory')) : launch()), log)
    await expect(pool.use(nameOf)).rejects.toThrow(BrowserGone)
    expect(await pool.use(nameOf)).toBe('1')
  })

  test('ends every browser when it is closed, and starts none afterwards', async () => {
    const { made, launch } = fakeBrowsers()
    const pool = new BrowserPool(launch, log)
    await pool.use(nameOf)
    await pool.close()
    expect(made.map(({ isRunning }) => isRunning)).toEqual([false])
    await expect(pool.use(nameOf)).rejects.toThrow(BrowserGone)
  })
})
