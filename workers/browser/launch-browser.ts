import { chromium as playwright } from 'playwright-core'

import type { Launch } from './browser-pool.ts'
import { type StartOptions, startChromium } from './chromium/start-chromium.ts'

const CONNECT_MS = 20_000

/** Starts a Chromium and connects to it. If it exits, throws with the end of its stderr. */
export async function launchBrowser(options: StartOptions): ReturnType<Launch> {
  const chromium = await startChromium(options)
  const ended = chromium.gone.then((lastWords) => Promise.reject(new Error(`Chromium ended at once: ${lastWords}`)))
  ended.catch(() => undefined)
  try {
    const connecting = playwright.connectOverCDP(chromium.transport, { isLocal: true, timeout: CONNECT_MS })
    return { browser: await Promise.race([connecting, ended]), chromium }
  } catch (error) {
    chromium.kill()
    // The connection fails before the exit event, which has the reason.
    await ended
    throw error
  }
}
