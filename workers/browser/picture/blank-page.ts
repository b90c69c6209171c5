import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

import type { PictureRequest } from '#shared/doors/browser.ts'
import type { Log } from '#shared/log.ts'

import type { EgressPolicy } from '../../egress/policy.ts'
import { type EgressProxy, startEgressProxy } from '../../egress/proxy/start-egress-proxy.ts'
import { type PageWatch, watchPage } from './watch-page.ts'

const CLOSE_MS = 2_000

export type BlankPageDeps = {
  policy: EgressPolicy
  log: Log
  /** Appended to Chromium's User-Agent, to identify us. */
  userAgent: string
}

/** How a page looks at the web; what else a request asks of it can be changed after it is open. */
export type Look = Pick<PictureRequest, 'width' | 'height' | 'deviceScale' | 'dark'>

/** A blank page in a browser context and behind a proxy of its own. It serves one job. */
export type BlankPage = {
  context: BrowserContext
  page: Page
  session: CDPSession
  watch: PageWatch
  proxy: EgressProxy
}

/** Opens a blank page that nobody has used. */
export async function openBlankPage(deps: BlankPageDeps, browser: Browser, look: Look): Promise<BlankPage> {
  const proxy = await startEgressProxy({ policy: deps.policy, log: deps.log })
  let context: BrowserContext | undefined
  try {
    context = await browser.newContext(contextOptions(deps, browser, look, proxy))
    const page = await context.newPage()
    const watch = watchPage(context, page)
    return { context, page, watch, proxy, session: await context.newCDPSession(page) }
  } catch (error) {
    if (context !== undefined) await closes(context)
    await proxy.close()
    throw error
  }
}

/** Closes the context of a page, and its proxy. False if that takes too long: a busy page can block it. */
export async function closeBlankPage({ context, proxy }: BlankPage): Promise<boolean> {
  try {
    return await closes(context)
  } finally {
    await proxy.close()
  }
}

function contextOptions(
  { userAgent }: BlankPageDeps,
  browser: Browser,
  { width, height, deviceScale, dark }: Look,
  proxy: EgressProxy,
): Parameters<Browser['newContext']>[0] {
  const [major = '0'] = browser.version().split('.')
  return {
    viewport: { width, height },
    deviceScaleFactor: deviceScale,
    // The time zone is UTC, from the environment of the browser.
    locale: 'en-US',
    colorScheme: dark ? 'dark' : 'light',
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${userAgent}`,
    acceptDownloads: false,
    serviceWorkers: 'block',
    proxy: { server: proxy.url, bypass: '<-loopback>' },
  }
}

const closes = (context: BrowserContext): Promise<boolean> =>
  isSoWithin(
    CLOSE_MS,
    context.close().then(
      () => true,
      // Already closed with the browser.
      () => true,
    ),
  )

/** What an answer says; false when it takes longer. */
export async function isSoWithin(ms: number, answer: Promise<boolean>): Promise<boolean> {
  const stop = new AbortController()
  const late = pause(ms, false, { signal: stop.signal }).catch(() => false)
  try {
    return await Promise.race([answer, late])
  } finally {
    stop.abort()
  }
}
