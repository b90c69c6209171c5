import type { Delivery } from '#shared/market/purchases/read-delivery.ts'

import type { Reply } from '../../../http/route.ts'

/** Answers a delivery: the text as markdown, 304 for a client that has it, or 303 to where the seller keeps it. */
export function deliveryReply(delivery: Delivery, ifNoneMatch: string | undefined): Reply {
  if (delivery.kind === 'link')
    return { status: 303, headers: { Location: delivery.url, 'Cache-Control': 'no-store' }, body: '' }
  const etag = `"${delivery.sha256}"`
  const headers = {
    ETag: etag,
    'X-Listing-Version': String(delivery.version),
    'Content-Disposition': `attachment; filename="${delivery.file_name}"`,
    'Cache-Control': 'private, no-cache',
  }
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return { status: 304, headers, body: null }
  return { headers, type: 'text/markdown; charset=utf-8', body: delivery.content }
}
