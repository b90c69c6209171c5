import type { Registered } from '../support/world/market.ts'
import { changedBy, MARK, privateTo, type SweptRoute } from './sweep.ts'

/** Every `{id}` route of listings; each asker gets a listing of its own. */
export function sweptListings(owner: () => Registered): readonly SweptRoute[] {
  const listing =
    (status: 'draft' | 'live', after = '') =>
    async (deleted: boolean) => {
      const body = { title: `Swept ${MARK}`, price_cents: 0, status, delivery_markdown: `# ${MARK}` }
      const made = await owner().request('POST', '/api/listings', body)
      const path = `/api/listings/${String(made.body['listing_id'])}`
      if (deleted) await owner().request('DELETE', path)
      return path + after
    }
  const ID = '/api/listings/:listing_id'
  const seen = { 'wrong credential': 401, 'other user': 200, owner: 200, 'owner of a deleted one': 410 }
  /** For everybody with a credential, of what everybody sees. */
  const forAll = { nobody: 401, ...seen }
  // Nothing signs in this world, so whoever may have a manifest is told that there is none now.
  const unsigned = { ...forAll, 'other user': 503, owner: 503 }
  const content = { content: '# Other' }
  return [
    { route: `GET ${ID}`, path: listing('live'), expected: { nobody: 200, ...seen } },
    { route: `GET ${ID}`, path: listing('draft'), expected: { ...privateTo(200, 410), nobody: 404 } },
    { route: `PATCH ${ID}`, path: listing('live'), body: { title: 'Other' }, expected: changedBy(200, 410) },
    { route: `PATCH ${ID}`, path: listing('draft'), body: { title: 'Other' }, expected: privateTo(200, 410) },
    { route: `DELETE ${ID}`, path: listing('live'), expected: changedBy(200, 410) },
    { route: `DELETE ${ID}`, path: listing('draft'), expected: privateTo(200, 410) },
    { route: `GET ${ID}/delivery-content`, path: listing('live', '/delivery-content'), expected: changedBy(200, 410) },
    { route: `GET ${ID}/delivery-content`, path: listing('draft', '/delivery-content'), expected: privateTo(200, 410) },
    {
      route: `POST ${ID}/delivery-content`,
      path: listing('live', '/delivery-content'),
      body: content,
      expected: changedBy(201, 410),
    },
    {
      route: `POST ${ID}/delivery-content`,
      path: listing('draft', '/delivery-content'),
      body: content,
      expected: privateTo(201, 410),
    },
    { route: `GET ${ID}/manifest`, path: listing('live', '/manifest'), expected: unsigned },
    { route: `GET ${ID}/install`, path: listing('live', '/install'), expected: forAll },
    { route: `GET ${ID}/install`, path: listing('draft', '/install'), expected: privateTo(200, 410) },
    { route: `POST ${ID}/import-preview`, path: listing('live', '/import-preview'), body: {}, expected: forAll },
    {
      route: `POST ${ID}/import-preview`,
      path: listing('draft', '/import-preview'),
      body: {},
      expected: privateTo(200, 410),
    },
    { route: `POST ${ID}/import-action`, path: listing('live', '/import-action'), body: {}, expected: forAll },
    {
      route: `POST ${ID}/import-action`,
      path: listing('draft', '/import-action'),
      body: {},
      expected: privateTo(200, 410),
    },
  ]
}
