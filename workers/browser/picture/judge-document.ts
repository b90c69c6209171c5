import type { Page, Response } from 'playwright-core'

import type { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import { tooManyRedirects, unreachable } from '../../egress/failures.ts'
import { asksForTooMuch, notAPage } from './refusals.ts'
import type { PageWatch } from './watch-page.ts'

/** Redirect limit of Chromium. */
const MAX_REDIRECTS = 20
/** Chromium errors for redirects to a file, an internal page or another program. */
const LEAVES_THE_WEB =
  /ERR_(?:UNSAFE_REDIRECT|INVALID_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|ACCESS_DENIED|FILE_\w+)/

/**
 * Checks the current document, after redirects and navigations by scripts. Throws a refusal if the egress proxy denied
 * it, its server did not answer, or it is not a web page.
 */
export async function judgeDocument(
  page: Page,
  watch: PageWatch,
  vet: EgressDoor['vet'],
): Promise<{ url: string; status: number | null }> {
  const last = watch.document()
  const url = page.url()
  if (last !== null && 'failedUrl' in last && url.startsWith('chrome-error:')) {
    throw await failureOf(last.problem, last.failedUrl, watch, vet)
  }
  if (!/^https?:/.test(url)) throw notAPage('Its scripts left the web.')
  if (last === null || 'failedUrl' in last) return { url, status: null }
  const { response } = last
  if (isFromProxy(response)) {
    await vet(response.url())
    if (response.status() === 502) throw unreachable(response.url())
    if (response.status() === 429) throw asksForTooMuch()
  }
  return { url, status: response.status() }
}

/** Builds the refusal for a navigation that failed in Chromium. */
export async function failureOf(
  problem: string,
  url: string,
  watch: PageWatch,
  vet: EgressDoor['vet'],
): Promise<Refusal | Error> {
  if (watch.hasDownload() || problem.includes('Download is starting')) return notAPage('It is a download.')
  if (problem.includes('ERR_TOO_MANY_REDIRECTS')) return tooManyRedirects(MAX_REDIRECTS)
  if (LEAVES_THE_WEB.test(problem)) return urlNotAllowed()
  if (problem.includes('ERR_ABORTED')) return notAPage('Its server answered without a page.')
  // Chromium reports denied and unreachable alike: check the URL again.
  const refused = await vet(url).then(
    () => null,
    (error: unknown) => error,
  )
  if (refused instanceof Error) return refused
  return unreachable(url, new Error(problem))
}

/**
 * Whether an answer is the proxy's own: a bare status without a body. An equally bare answer of a server is treated
 * alike.
 */
function isFromProxy(response: Response): boolean {
  const headers = response.headers()
  return [403, 429, 502].includes(response.status()) && headers['content-length'] === '0' && !headers['content-type']
}
