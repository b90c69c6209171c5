import type { Browser } from 'playwright-core'

import {
  type BlankPage,
  type BlankPageDeps,
  closeBlankPage,
  isSoWithin,
  type Look,
  openBlankPage,
} from './blank-page.ts'

/** The look of a page that is opened ahead: what most requests ask for. */
const USUAL: Look = { width: 1_280, height: 800, deviceScale: 1, dark: false }
/** Milliseconds in which a page that was opened ahead shows that it still works. */
const ALIVE_MS = 1_000

/**
 * Opens the pages of jobs. One is open ahead in each browser, with a context and a proxy that nobody has used, so that a
 * job does not wait for its isolation.
 */
export class BlankPages {
  readonly #deps: BlankPageDeps
  readonly #ahead = new WeakMap<Browser, Promise<BlankPage>>()

  constructor(deps: BlankPageDeps) {
    this.#deps = deps
  }

  /** Opens a page ahead, if none is. A failure is left to the job that would have used the page. */
  prepare(browser: Browser): void {
    if (this.#ahead.has(browser) || !browser.isConnected()) return
    const opening = openBlankPage(this.#deps, browser, USUAL)
    this.#ahead.set(browser, opening)
    void opening.then(
      (blank) => browser.once('disconnected', () => void blank.proxy.close()),
      () => this.#ahead.delete(browser),
    )
  }

  /** A page with this look: the one opened ahead, else a new one. The caller closes it. */
  async take(browser: Browser, look: Look): Promise<BlankPage> {
    const ahead = this.#ahead.get(browser)
    // The scale of a context cannot be changed.
    if (ahead === undefined || look.deviceScale !== USUAL.deviceScale) return openBlankPage(this.#deps, browser, look)
    this.#ahead.delete(browser)
    const blank = await ahead.catch(() => null)
    if (blank !== null && (await showsLook(blank, look))) return blank
    if (blank !== null) void closeBlankPage(blank)
    return openBlankPage(this.#deps, browser, look)
  }
}

/** Gives a page its look. False if the page does not work any more: its process may have died meanwhile. */
async function showsLook({ page, session, watch }: BlankPage, { width, height, dark }: Look): Promise<boolean> {
  if (watch.hasCrashed()) return false
  const shown = Promise.all([
    width === USUAL.width && height === USUAL.height ? null : page.setViewportSize({ width, height }),
    dark ? page.emulateMedia({ colorScheme: 'dark' }) : null,
    session.send('Runtime.evaluate', { expression: '0' }),
  ])
  return isSoWithin(
    ALIVE_MS,
    shown.then(
      () => true,
      () => false,
    ),
  )
}
