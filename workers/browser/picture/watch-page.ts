import type { BrowserContext, Page, Response } from 'playwright-core'

const MAX_COUNTED = 1_000

/** How the page's own document stands: it came, or it did not. */
export type LastDocument = { response: Response } | { failedUrl: string; problem: string }

/** What happens to a page while it is pictured. */
export type PageWatch = {
  /** The latest document of the main frame: scripts may have gone elsewhere since the first. */
  document: () => LastDocument | null
  consoleErrors: () => number
  hasDownload: () => boolean
  hasCrashed: () => boolean
}

/** Watches a page, and closes every other one it opens. */
export function watchPage(context: BrowserContext, page: Page): PageWatch {
  let document: LastDocument | null = null
  let consoleErrors = 0
  let hasDownload = false
  let hasCrashed = false
  const countError = () => {
    if (consoleErrors < MAX_COUNTED) consoleErrors += 1
  }
  page.on('response', (response) => {
    if (isDocument(page, response.request())) document = { response }
  })
  page.on('requestfailed', (request) => {
    if (!isDocument(page, request)) return
    document = { failedUrl: request.url(), problem: request.failure()?.errorText ?? '' }
  })
  page.on('console', (message) => {
    if (message.type() === 'error') countError()
  })
  page.on('pageerror', countError)
  page.on('crash', () => {
    hasCrashed = true
  })
  page.on('download', (download) => {
    hasDownload = true
    void download.cancel().catch(() => undefined)
  })
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => undefined)
  })
  return {
    document: () => document,
    consoleErrors: () => consoleErrors,
    hasDownload: () => hasDownload,
    hasCrashed: () => hasCrashed,
  }
}

function isDocument(page: Page, request: ReturnType<Response['request']>): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame() === page.mainFrame()
  } catch {
    // A request that belongs to no frame yet.
    return false
  }
}
