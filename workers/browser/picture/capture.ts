import { setTimeout as pause } from 'node:timers/promises'

import type { CDPSession, Page } from 'playwright-core'

import { MAX_PICTURE_BYTES, type PictureRequest } from '#shared/doors/browser.ts'

import { TOO_LONG } from '../chromium/pipe-transport.ts'
import { type Countdown, FOR_SECOND_WAY } from '../countdown.ts'
import { type Area, pictureArea } from './picture-area.ts'
import { pictureTooLarge } from './refusals.ts'
import { findElement } from './find-element.ts'
import { scrollThrough } from './scroll-through.ts'

const ATTEMPTS = 3
const LOSSY_QUALITY = 80

/** Captures the viewport, the full page or one element. */
export async function capture(
  page: Page,
  session: CDPSession,
  request: PictureRequest,
  until: Countdown,
): Promise<{ bytes: Buffer; truncated: boolean }> {
  const { area, truncated } = await areaOf(page, session, request, until)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const bytes = await shoot(page, session, request, area, until)
      if (bytes.length > MAX_PICTURE_BYTES) throw pictureTooLarge()
      return { bytes, truncated }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error.message.includes(TOO_LONG)) throw pictureTooLarge()
      // Chromium reports this when a frame was not ready. Retry.
      if (attempt === ATTEMPTS || !error.message.includes('Unable to capture screenshot')) throw error
      await pause(50)
    }
  }
}

/** Area to capture; null for the viewport. */
async function areaOf(
  page: Page,
  session: CDPSession,
  request: PictureRequest,
  until: Countdown,
): Promise<{ area: Area | null; truncated: boolean }> {
  const { selector, fullPage, width, height, deviceScale } = request
  if (selector !== undefined) return pictureArea(await findElement(page, session, selector, until), deviceScale)
  if (!fullPage) return { area: null, truncated: false }
  await scrollThrough(session, until)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  return pictureArea({ x: 0, y: 0, width, height: Math.max(height, cssContentSize.height) }, deviceScale)
}

async function shoot(
  page: Page,
  session: CDPSession,
  { format }: PictureRequest,
  area: Area | null,
  until: Countdown,
): Promise<Buffer> {
  const quality = format === 'png' ? {} : { quality: LOSSY_QUALITY }
  try {
    // Playwright waits for document.body, which a standalone SVG does not have.
    if (area !== null && !(await hasBody(session))) return await shootPlainly(session, format, quality, area)
    return await page.screenshot({
      type: format,
      ...quality,
      ...(area === null ? {} : { clip: area, fullPage: true }),
      animations: 'disabled',
      caret: 'hide',
      scale: 'device',
      timeout: until.left(FOR_SECOND_WAY),
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
  }
  // Fallback without waiting, for fonts that never load.
  return shootPlainly(session, format, quality, area)
}

async function shootPlainly(
  session: CDPSession,
  format: PictureRequest['format'],
  quality: { quality?: number },
  area: Area | null,
): Promise<Buffer> {
  const clip = area === null ? {} : { clip: { ...area, scale: 1 }, captureBeyondViewport: true }
  const { data } = await session.send('Page.captureScreenshot', { format, ...quality, ...clip })
  return Buffer.from(data, 'base64')
}

async function hasBody(session: CDPSession): Promise<boolean> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.body !== null' })
  return result.value === true
}
