import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { type CompanyPage, EMPTY_PAGE } from '../page/company-page.ts'

const TIMEOUT_MS = 7_000
/** Three places are tried for the start page. */
const HOME_MS = 5_000
const MOST_BYTES = 1_500_000

export type FetchedPage = CompanyPage & { status: number; fetchedAt: string }

/** Fetches and reads one page; what answers in another form than HTML is empty. Throws what the egress door throws. */
export async function fetchCompanyPage(
  { egress, compute, signal }: Pick<OutcomeContext, 'egress' | 'compute' | 'signal'>,
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<FetchedPage> {
  const answer = await egress.fetch(url, {
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
    maxRedirects: 6,
    maxWireBytes: MOST_BYTES,
    maxBytes: MOST_BYTES,
    overflow: 'truncate',
    timeoutMs,
    signal,
  })
  const isHtml = answer.contentType.includes('html') || answer.contentType === ''
  const page =
    isHtml && answer.body.length > 0
      ? await compute('readCompanyPage', { bytes: answer.body, charset: answer.charset, url: answer.url }, { signal })
      : { ...EMPTY_PAGE, url: answer.url }
  return { ...page, status: answer.status, fetchedAt: answer.fetchedAt.toISOString() }
}

/**
 * Fetches the start page of a domain: by https, with `www.` if the bare name does not answer, at last by http. Throws
 * `upstream_unavailable`, also when the name has no public address, so that the answer does not reveal which of the two
 * it was.
 */
export async function fetchHome(
  doors: Pick<OutcomeContext, 'egress' | 'compute' | 'signal'>,
  domain: string,
): Promise<FetchedPage> {
  let why = 'it does not answer'
  const tried: { source: string; problem: string }[] = []
  let cause: unknown
  for (const url of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    try {
      const page = await fetchCompanyPage(doors, url, HOME_MS)
      if (page.status < 400) return page
      why = `its start page answered ${page.status}`
      tried.push({ source: url, problem: `http_${page.status}` })
    } catch (error) {
      if (!(error instanceof Refusal) && !doors.signal.aborted) throw error
      cause = error
      tried.push({ source: url, problem: 'unreachable' })
    }
  }
  throw new Refusal(
    'upstream_unavailable',
    'The company’s site could not be read; nothing was charged.',
    {
      detail: `${domain}: ${why}.`,
      fix: { action: 'Check that the site opens, then send the call again.' },
      retryAfterS: 30,
      extra: { tried },
    },
    { cause },
  )
}
