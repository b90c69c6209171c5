import { setTimeout as pause } from 'node:timers/promises'

import type { Browser } from 'playwright-core'

import type { Picture, PictureRequest } from '#shared/doors/browser.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import type { Countdown } from '../countdown.ts'
import { type BlankPage, closeBlankPage } from './blank-page.ts'
import type { BlankPages } from './blank-pages.ts'
import { capture } from './capture.ts'
import { imageSize } from './image-size.ts'
import { judgeDocument } from './judge-document.ts'
import { openPage } from './open-page.ts'
import { tabDied, tookTooLong } from './refusals.ts'

const MAX_TITLE_CHARS = 500

export type PictureDeps = {
  pages: BlankPages
  vet: EgressDoor['vet']
  now: () => Date
}

/**
 * Takes a screenshot in a page of its own. `until` is the time limit without closing. After a picture `closeLater` gets the
 * closing of the page, for which the caller does not wait; after a failure the page is closed first. `onStuck` is called if
 * the page cannot be closed and the browser should not be reused.
 */
export async function takePicture(
  deps: PictureDeps,
  browser: Browser,
  request: PictureRequest,
  until: Countdown,
  { onStuck, closeLater }: { onStuck: () => void; closeLater: (closing: Promise<unknown>) => void },
): Promise<Picture> {
  const blank = await deps.pages.take(browser, request)
  const close = async () => {
    if (!(await closeBlankPage(blank))) onStuck()
  }
  let picture: Picture
  try {
    picture = await inTime(pictureIn(deps, blank, request, until), until, request.signal)
  } catch (error) {
    // The next job must not get a browser in which something is stuck.
    await close()
    throw error
  } finally {
    deps.pages.prepare(browser)
  }
  closeLater(close())
  return picture
}

async function pictureIn(
  { vet, now }: PictureDeps,
  { page, session, watch, proxy }: BlankPage,
  request: PictureRequest,
  until: Countdown,
): Promise<Picture> {
  try {
    const { ready } = await openPage(page, request, watch, until, vet)
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
