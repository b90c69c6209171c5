/** A screenshot of one public page. */
export type PictureRequest = {
  url: string
  /** Viewport in CSS pixels. */
  width: number
  height: number
  /** Capture the whole page instead of the viewport, cut at MAX_PAGE_CSS_PX and MAX_DEVICE_PX. */
  fullPage: boolean
  /** Device pixels per CSS pixel. */
  deviceScale: number
  format: 'png' | 'jpeg' | 'webp'
  waitUntil: 'load' | 'domcontentloaded' | 'networkidle'
  /** Milliseconds to wait after the page is ready. */
  delayMs: number
  /** prefers-color-scheme: dark. */
  dark: boolean
  /** CSS selector of the element to crop to. */
  selector?: string | undefined
  /** Milliseconds for the whole request. */
  timeoutMs: number
  /** The call's signal: pass `ctx.signal`. */
  signal: AbortSignal
}

export type Picture = {
  bytes: Buffer
  /** Device pixels, read from the encoded picture. */
  width: number
  height: number
  /** The URL of the captured document, after redirects and scripts. */
  finalUrl: string
  /** HTTP status of that document; null when it has none. */
  status: number | null
  /** At most 500 characters. */
  title: string
  /** Whether `waitUntil` was reached. If not, the picture shows the page at the end of the time limit. */
  ready: boolean
  /** Whether the page or the element was larger than the picture. */
  truncated: boolean
  /** Errors on the page's console and uncaught exceptions, counted up to 1,000. */
  consoleErrors: number
  /** Requests of the page that guarded egress refused. */
  blockedRequests: number
  takenAt: Date
}

/**
 * Takes screenshots of external pages: a fresh profile for each, all traffic through guarded egress.
 *
 * Throws `Refusal`, none of them charged: `url_not_allowed` (422), `upstream_unavailable` (502; no document was
 * received), `selector_not_found` (422), `unprocessable` (422; a download, a page that crashes its tab, a picture over
 * 8 MB), `timeout` (504), `unavailable` (503; the browser crashed or is not installed).
 */
export type BrowserDoor = {
  picture: (request: PictureRequest) => Promise<Picture>
}

/** Maximum size of a picture. Above 16,384 device pixels on a side, Chromium repeats what it has already drawn. */
export const MAX_PAGE_CSS_PX = 10_000
export const MAX_DEVICE_PX = 16_384
/** Pixels of the largest viewport at the largest scale: 5,120 × 8,192. */
export const MAX_PIXELS = 41_943_040
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
