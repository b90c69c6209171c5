import type { CDPSession, Page } from 'playwright-core'

import { type Countdown, FOR_CAPTURE } from '../countdown.ts'
import { isGone } from './open-page.ts'
import type { Area } from './picture-area.ts'
import { badSelector, selectorNotFound } from './refusals.ts'

/** Most milliseconds to wait for an element after the page is ready. */
const APPEAR_MS = 3_000

/** Finds the first element that matches a CSS selector. Returns its area on the page. Throws `selector_not_found`. */
export async function findElement(page: Page, session: CDPSession, selector: string, until: Countdown): Promise<Area> {
  const element = page.locator(`css=${selector}`).first()
  try {
    await element.waitFor({ state: 'attached', timeout: Math.min(APPEAR_MS, until.left(FOR_CAPTURE / 2)) })
    await element.scrollIntoViewIfNeeded({ timeout: Math.min(APPEAR_MS, until.left(FOR_CAPTURE / 2)) })
  } catch (error) {
    if (!(error instanceof Error) || isGone(error)) throw error
    // The only other error here is an invalid selector.
    if (error.name !== 'TimeoutError') throw badSelector(selector)
    const count = await element.count().catch(() => 0)
    throw selectorNotFound(count === 0 ? 'Nothing matches it.' : 'What matches it is not visible.')
  }
  const box = await element.boundingBox({ timeout: until.left(FOR_CAPTURE / 2) })
  if (box === null || box.width <= 0 || box.height <= 0) throw selectorNotFound('What matches it is not visible.')
  // Convert from viewport to page coordinates.
  const { cssVisualViewport: seen } = await session.send('Page.getLayoutMetrics')
  const area = { ...box, x: box.x + seen.pageX, y: box.y + seen.pageY }
  const isOutside = area.x + area.width <= 0 || area.y + area.height <= 0
  if (isOutside) throw selectorNotFound('What matches it stands outside the page.')
  return area
}
