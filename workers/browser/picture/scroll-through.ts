import type { CDPSession } from 'playwright-core'

import { MAX_PAGE_CSS_PX } from '#shared/doors/browser.ts'

import { type Countdown, FOR_CAPTURE } from '../countdown.ts'

const AT_MOST_MS = 1_200

/**
 * Scrolls down the page and back, so that lazy content loads. Runs in an isolated world, whose globals the page cannot
 * replace. Errors are ignored: the page is then captured without scrolling.
 */
export async function scrollThrough(session: CDPSession, until: Countdown): Promise<void> {
  const limitMs = Math.min(AT_MOST_MS, until.left(FOR_CAPTURE / 2))
  const program = `(async () => {
    const until = performance.now() + ${limitMs}
    const frame = () => new Promise((done) => setTimeout(done, 16))
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, ${MAX_PAGE_CSS_PX}); y += innerHeight) {
      if (performance.now() > until) break
      scrollTo(0, y)
      await frame()
    }
    scrollTo(0, 0)
    const images = () => [...document.images].some((image) => !image.complete && image.getClientRects().length > 0)
    while (images() && performance.now() < until) await frame()
  })()`
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((done) => (timer = setTimeout(done, limitMs + 200)))
  await Promise.race([evaluateApart(session, program).catch(() => undefined), late])
  clearTimeout(timer)
}

async function evaluateApart(session: CDPSession, expression: string): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  await session.send('Runtime.evaluate', { expression, contextId: executionContextId, awaitPromise: true })
}
