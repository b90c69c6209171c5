/** One picture of one public page. */
export type PictureRequest = {
  url: string
  /** Viewport in CSS pixels. */
  width: number
  height: number
  /** The whole page instead of the viewport, cut at MAX_PAGE_CSS_PX and MAX_DEVICE_PX. */
  fullPage: boolean
  /** Device pixels for one CSS pixel. */
  deviceScale: number
  format: 'png' | 'jpeg' | 'webp'
  waitUntil: 'load' | 'domcontentloaded' | 'networkidle'
  /** Milliseconds to wait after the page is ready. */
  delayMs: number
  /** prefers-color-scheme: dark. */
  dark: boolean
  /** CSS selector of the element to crop to. */
  selector?: string | undefined
  /** Milliseconds for everything. */
  timeoutMs: number
  /** The call's signal: pass `ctx.signal`. */
  signal: AbortSignal
}

export type Picture = {
  bytes: Buffer
  /** Device pixels, read from the picture itself. */
  width: number
  height: number
  /** The URL of the pictured document, after redirects and scripts. */
  finalUrl: string
  /** HTTP status of that document; null when it came without one. */
  status: number | null
  /** At most 500 characters. */
  title: string
  /** Whether `waitUntil` was reached; otherwise this is what stood there when the time was up. */
  ready: boolean
  /** Whether the page or the element was larger than the picture. */
  truncated: boolean
  /** Errors on the page's console and uncaught exceptions, counted up to 1,000. */
  consoleErrors: number
  /** Requests of the page that the guarded egress refused. */
  blockedRequests: number
  takenAt: Date
}

/**
 * A browser that pictures pages of others: a fresh profile for each picture, every byte through the guarded egress.
 *
 * Throws `Refusal`, none of them charged: `url_not_allowed` (422), `upstream_unavailable` (502; no document came),
 * `selector_not_found` (422), `unprocessable` (422; a download, a page that kills its tab, a picture over 8 MB),
 * `timeout` (504), `unavailable` (503; the browser died, or there is none here).
 */
export type BrowserDoor = {
  picture: (request: PictureRequest) => Promise<Picture>
}

/** Where a picture ends. Above 16,384 device pixels Chromium repeats what it has already drawn. */
export const MAX_PAGE_CSS_PX = 10_000
export const MAX_DEVICE_PX = 16_384
/** What the largest viewport has at the largest scale: 5,120 × 8,192. */
export const MAX_PIXELS = 41_943_040
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
