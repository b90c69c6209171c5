import { setTimeout as pause } from 'node:timers/promises'

import type { Log } from '#shared/log.ts'

import type { BrowserService } from './open-browser.ts'

const RETRY_MS = 30_000

/**
 * Opens the screenshot pool once its browser has proved its walls, and not before: until then the pool has no worker,
 * and its calls are refused before they cost anything. Tries again, because what is missing can come. `stop` ends the
 * trying and the browser.
 */
export function whenGuarded(
  browser: Pick<BrowserService, 'start' | 'stop'>,
  open: () => void,
  log: Log,
  retryMs = RETRY_MS,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const trying = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await browser.start()
        if (!stopping.signal.aborted) open()
        return
      } catch (error) {
        log.error({ err: error }, 'the screenshot pool does not open: its browser is missing or not walled in')
        await pause(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await trying
      await browser.stop()
    },
  }
}
