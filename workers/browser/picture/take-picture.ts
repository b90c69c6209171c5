import { setTimeout as pause } from 'node:timers/promises'

import type { Browser, BrowserContext } from 'playwright-core'

import type { Log } from '#shared/log.ts'
import type { Picture, PictureRequest } from '#shared/doors/browser.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import type { EgressPolicy } from '../../egress/policy.ts'
import { type EgressProxy, startEgressProxy } from '../../egress/proxy/start-egress-proxy.ts'
import type { Countdown } from '../countdown.ts'
import { capture } from './capture.ts'
import { imageSize } from './image-size.ts'
import { judgeDocument } from './judge-document.ts'
import { openPage } from './open-page.ts'
import { tabDied, tookTooLong } from './refusals.ts'
import { watchPage } from './watch-page.ts'

const CLOSE_MS = 2_000
const MAX_TITLE_CHARS = 500

export type PictureDeps = {
  policy: EgressPolicy
  vet: EgressDoor['vet']
  log: Log
  /** Appended to Chromium's User-Agent, to identify us. */
  userAgent: string
  now: () => Date
}

/**
 * Takes a screenshot in a browser context and through a proxy of its own, both closed afterwards. `until` is the time
 * limit without closing. Calls `onStuck` if the context cannot be closed and the browser should not be reused.
 */
export async function takePicture(
  deps: PictureDeps,
  browser: Browser,
  request: PictureRequest,
  until: Countdown,
  onStuck: () => void,
): Promise<Picture> {
  const proxy = await startEgressProxy({ policy: deps.policy, log: deps.log })
  try {
    const context = await browser.newContext(contextOptions(deps, browser, request, proxy))
    try {
      return await inTime(pictureIn(deps, context, proxy, request, until), until, request.signal)
    } finally {
      if (!(await closes(context))) onStuck()
    }
  } finally {
    await proxy.close()
  }
}

async function pictureIn(
  { vet, now }: PictureDeps,
  context: BrowserContext,
  proxy: EgressProxy,
  request: PictureRequest,
  until: Countdown,
): Promise<Picture> {
  const page = await context.newPage()
  const watch = watchPage(context, page)
  try {
    const [session, { ready }] = await Promise.all([
      context.newCDPSession(page),
      openPage(page, request, watch, until, vet),
    ])
    await judgeDocument(page, watch, vet)
    const [{ bytes, truncated }, { targetInfo }] = await Promise.all([
      capture(page, session, request, until),
      session.send('Target.getTargetInfo'),
    ])
    // The page kept running: check again what was actually captured.
    const { url, status } = await judgeDocument(page, watch, vet)
    return {
      bytes,
      ...imageSize(bytes),
      finalUrl: url,
      status,
      title: targetInfo.title.slice(0, MAX_TITLE_CHARS),
      ready,
      truncated,
      consoleErrors: watch.consoleErrors(),
      blockedRequests: proxy.counts().denied,
      takenAt: now(),
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (watch.hasCrashed()) throw tabDied(error)
    if (error.name === 'TimeoutError') throw tookTooLong(error)
    throw error
  }
}

function contextOptions(
  { userAgent }: PictureDeps,
  browser: Browser,
  { width, height, deviceScale, dark }: PictureRequest,
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

/** Rejects when the time is up or the caller is gone, even if the work hangs. */
async function inTime<Answer>(work: Promise<Answer>, until: Countdown, signal: AbortSignal): Promise<Answer> {
  const stop = new AbortController()
  const late = pause(until.left(), undefined, { signal: AbortSignal.any([signal, stop.signal]) }).then(
    () => Promise.reject(tookTooLong()),
    (error: unknown) => Promise.reject(tookTooLong(error)),
  )
  late.catch(() => undefined)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    stop.abort()
  }
}

/** Closes a context. False if that takes too long: a busy page can block it. */
async function closes(context: BrowserContext): Promise<boolean> {
  const stop = new AbortController()
  const closed = context.close().then(
    () => true,
    // Already closed with the browser.
    () => true,
  )
  const late = pause(CLOSE_MS, false, { signal: stop.signal }).catch(() => false)
  try {
    return await Promise.race([closed, late])
  } finally {
    stop.abort()
  }
}
