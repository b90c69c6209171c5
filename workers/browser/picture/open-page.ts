import { setTimeout as pause } from 'node:timers/promises'

import type { Page } from 'playwright-core'

import type { EgressDoor } from '#shared/doors/egress.ts'
import type { PictureRequest } from '#shared/doors/browser.ts'

import { unreachable } from '../../egress/failures.ts'
import { type Countdown, FOR_CAPTURE } from '../countdown.ts'
import { failureOf } from './judge-document.ts'
import type { PageWatch } from './watch-page.ts'

/**
 * Opens the URL and waits as requested. A page that is not ready in time is captured as it is, with `ready: false`.
 * Throws a refusal if no document arrived.
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
    // The document navigated away at once; judgeDocument checks where it ends.
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

/** Whether a Playwright error means that the tab or the browser is gone. */
export const isGone = (error: Error): boolean =>
  /Target (?:page, context or browser has been closed|crashed|closed)|Page crashed|has been closed|the browser is gone/.test(
    error.message,
  )
