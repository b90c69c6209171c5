import { setTimeout as pause } from 'node:timers/promises'

import type { Page } from 'playwright-core'

import type { EgressDoor } from '#shared/doors/egress.ts'
import type { PictureRequest } from '#shared/doors/browser.ts'

import { unreachable } from '../../egress/failures.ts'
import { type Countdown, FOR_CAPTURE } from '../countdown.ts'
import { failureOf } from './judge-document.ts'
import type { PageWatch } from './watch-page.ts'

/**
 * Goes to the URL and waits as asked. A page that is not ready in time is pictured as it stands then: the answer says so
 * with `ready: false`. Throws a refusal when no document came at all.
 */
export async function openPage(
  page: Page,
  request: PictureRequest,
  watch: PageWatch,
  until: Countdown,
  vet: EgressDoor['vet'],
): Promise<{ ready: boolean }> {
  const { url, waitUntil, delayMs } = request
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: until.left(FOR_CAPTURE) })
  } catch (error) {
    if (!(error instanceof Error) || watch.hasCrashed() || isGone(error)) throw error
    if (error.name === 'TimeoutError') throw unreachable(url, error)
    const last = watch.document()
    const failedUrl = last !== null && 'failedUrl' in last ? last.failedUrl : url
    // A document that goes elsewhere at once; where it ends is judged later.
    const wentOn = error.message.includes('interrupted by another navigation')
    if (!wentOn) throw await failureOf(error.message, failedUrl, watch, vet)
  }
  const ready = await page
    .waitForLoadState(waitUntil, { timeout: Math.max(1, until.left(FOR_CAPTURE) - delayMs) })
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.name === 'TimeoutError') return false
        throw error
      },
    )
  if (delayMs > 0) await pause(Math.min(delayMs, until.left(FOR_CAPTURE)), undefined, { signal: request.signal })
  return { ready }
}

/** Errors of Playwright that mean there is nothing left to ask: the tab or the browser ended. */
export const isGone = (error: Error): boolean =>
  /Target (?:page, context or browser has been closed|crashed|closed)|Page crashed|has been closed|the browser is gone/.test(
    error.message,
  )
