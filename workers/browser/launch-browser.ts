import { chromium as playwright } from 'playwright-core'

import type { Launch } from './browser-pool.ts'
import { type StartOptions, startChromium } from './chromium/start-chromium.ts'

const CONNECT_MS = 20_000

/** Starts a Chromium and connects to it. Throws with what Chromium wrote last when it does not come up. */
export async function launchBrowser(options: StartOptions): ReturnType<Launch> {
  const chromium = await startChromium(options)
  const ended = chromium.gone.then((lastWords) => Promise.reject(new Error(`Chromium ended at once: ${lastWords}`)))
  ended.catch(() => undefined)
  try {
    const connecting = playwright.connectOverCDP(chromium.transport, { isLocal: true, timeout: CONNECT_MS })
    return { browser: await Promise.race([connecting, ended]), chromium }
  } catch (error) {
    chromium.kill()
    // The connection breaks before the end is known, and only the end says why.
    await ended
    throw error
  }
}
