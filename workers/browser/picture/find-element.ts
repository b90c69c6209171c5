import type { Page } from 'playwright-core'

import type { Countdown } from '../countdown.ts'
import type { Area } from './picture-area.ts'
import { badSelector, selectorNotFound } from './refusals.ts'

/** How long an element may take to appear after the page is ready, if the time allows. */
const APPEAR_MS = 3_000
const CAPTURE_MS = 4_000

/** Where the first element that matches a CSS selector stands on the page. Throws `selector_not_found`. */
export async function findElement(page: Page, selector: string, until: Countdown): Promise<Area> {
  const element = page.locator(`css=${selector}`).first()
  try {
    await element.waitFor({ state: 'attached', timeout: Math.min(APPEAR_MS, until.left(CAPTURE_MS)) })
    await element.scrollIntoViewIfNeeded({ timeout: Math.min(APPEAR_MS, until.left(CAPTURE_MS)) })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (/not a valid selector|Unexpected token|while parsing|Unknown engine|Malformed/i.test(error.message)) {
      throw badSelector(selector)
    }
    if (error.name !== 'TimeoutError') throw error
    const count = await element.count().catch(() => 0)
    throw selectorNotFound(count === 0 ? 'Nothing matches it.' : 'What matches it is not visible.')
  }
  const box = await element.boundingBox({ timeout: until.left(CAPTURE_MS) })
  if (box === null || box.width <= 0 || box.height <= 0) throw selectorNotFound('What matches it is not visible.')
  // The box is counted from the window's corner, the picture from the page's.
  const scrolled = await page.evaluate('[scrollX, scrollY]')
  const [dx, dy] = Array.isArray(scrolled) ? scrolled.map(Number) : []
  return { ...box, x: box.x + (dx ?? 0), y: box.y + (dy ?? 0) }
}
