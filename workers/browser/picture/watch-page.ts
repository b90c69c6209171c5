import type { BrowserContext, Page, Response } from 'playwright-core'

const MAX_COUNTED = 1_000

/** The main frame's document: its response, or why it failed. */
export type LastDocument = { response: Response } | { failedUrl: string; problem: string }

/** Events of a page during a screenshot. */
export type PageWatch = {
  /** The latest document of the main frame; scripts may have navigated since the first. */
  document: () => LastDocument | null
  consoleErrors: () => number
  hasDownload: () => boolean
  hasCrashed: () => boolean
}

/** Watches a page, and closes all other pages of its context. */
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
    // The request has no frame yet.
    return false
  }
}
