import type { SiteFacts } from '../collect/collect-site.ts'
import type { ResourceFacts } from '#shared/engines/site/page/page-facts.ts'
import { hit, type Hit, keepHits } from './hit.ts'
import { headersOf } from './site-headers.ts'

/** Files the start page asks for, as far as its markup shows. */
export const requestsOf = ({ scripts, styles, images, frames }: ResourceFacts) => scripts + styles + images + frames

/** What the start page and its server do to the visitor's time, seen from one place and without running a browser. */
export function checkPerformance(facts: SiteFacts): Hit[] {
  return [...checkServer(facts), ...checkStartPage(facts)]
}

function checkServer(facts: SiteFacts): Hit[] {
  const { headers, redirects } = facts
  const ttfb = headers?.timing_ms.ttfb ?? null
  const header = headersOf(facts)
  const isSilent =
    header !== null && ['cache-control', 'expires', 'etag', 'last-modified'].every((name) => header(name) === null)
  return keepHits(
    ttfb !== null && ttfb > 1_800 && hit('first_byte_very_slow', `${Math.round(ttfb)} ms to the first byte.`),
    ttfb !== null && ttfb > 800 && ttfb <= 1_800 && hit('first_byte_slow', `${Math.round(ttfb)} ms to the first byte.`),
    headers !== null &&
      headers.http_version !== null &&
      headers.http_version.startsWith('1') &&
      hit('http_old', `The server chose HTTP/${headers.http_version}.`),
    isSilent && hit('caching_undeclared', 'Neither Cache-Control, Expires, ETag nor Last-Modified was sent.'),
    redirects !== null &&
      redirects.hop_count > 1 &&
      hit('redirects_many', `${redirects.hop_count} redirects to the page.`),
  )
}

function checkStartPage({ pages }: SiteFacts): Hit[] {
  const [start] = pages
  if (start === undefined || start.html === null) return []
  const { resources } = start.html
  const requests = requestsOf(resources)
  const isPlain = (start.headers['content-encoding'] ?? '') === ''
  return keepHits(
    isPlain && start.bytes > 2_048 && hit('compression_missing', `${start.bytes} bytes of HTML came uncompressed.`),
    start.bytes > 500_000 &&
      hit('html_large', `${Math.round(start.bytes / 1_024)} KB${start.truncated ? ' and more' : ''}.`),
    requests > 80 && hit('requests_many', `${requests} scripts, styles, images and frames.`),
    resources.blockingScripts > 2 &&
      hit('scripts_blocking', `${resources.blockingScripts} blocking scripts in the head.`),
    resources.foreignHosts.length > 10 && hit('hosts_many', `${resources.foreignHosts.length} other hosts.`),
    resources.images > 10 &&
      resources.lazyImages === 0 &&
      hit('images_eager', `${resources.images} images, none lazy.`),
    resources.imagesWithoutSize > 2 &&
      hit('images_without_size', `${resources.imagesWithoutSize} of ${resources.images} images.`),
  )
}
