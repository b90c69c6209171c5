import type { OutcomeContext } from '#shared/doors/context.ts'

import type { PageFacts } from '#shared/engines/site/page/page-facts.ts'

const TIMEOUT_MS = 8_000
const MOST_BYTES = 1_500_000
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'
/** What a page's judgement may look at; cookies and everything personal stay behind. */
const KEPT_HEADERS = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'age',
  'alt-svc',
  'cache-control',
  'cf-ray',
  'content-encoding',
  'content-language',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'etag',
  'expires',
  'fly-request-id',
  'last-modified',
  'link',
  'permissions-policy',
  'referrer-policy',
  'server',
  'server-timing',
  'strict-transport-security',
  'vary',
  'via',
  'x-amz-cf-id',
  'x-aspnet-version',
  'x-azure-ref',
  'x-cache',
  'x-content-type-options',
  'x-fastly-request-id',
  'x-frame-options',
  'x-github-request-id',
  'x-nf-request-id',
  'x-powered-by',
  'x-robots-tag',
  'x-served-by',
  'x-vercel-id',
]

/**
 * Fetches one page and keeps its facts. The start page's redirects are followed; a page of the crawl says where it sends
 * on to. Throws what the egress door throws.
 */
export async function fetchPage(
  { egress, compute, signal }: Pick<OutcomeContext, 'egress' | 'compute' | 'signal'>,
  url: string,
  { follow }: { follow: boolean },
): Promise<PageFacts> {
  const answer = await egress.fetch(url, {
    accept: ACCEPT,
    maxRedirects: follow ? 10 : 0,
    maxWireBytes: MOST_BYTES,
    maxBytes: MOST_BYTES,
    overflow: 'truncate',
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  const isHtml = answer.contentType.includes('html') || answer.contentType === ''
  return {
    url,
    finalUrl: answer.url,
    status: answer.status,
    redirectsTo: answer.redirect,
    contentType: answer.contentType,
    headers: Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => {
        const value = answer.headers[name]
        return value === undefined ? [] : [[name, [value].flat().join(', ').slice(0, 4_000)]]
      }),
    ),
    wireBytes: answer.wireBytes,
    bytes: answer.body.length,
    truncated: answer.truncated,
    fetchedAt: answer.fetchedAt.toISOString(),
    tookMs: answer.timings.total,
    html:
      isHtml && answer.body.length > 0
        ? await compute('readSitePage', { bytes: answer.body, charset: answer.charset, url: answer.url }, { signal })
        : null,
  }
}
