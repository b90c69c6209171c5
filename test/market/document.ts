/** The endpoint tables of the marketplace's interface document, as data: names, credentials, limits and statuses to the letter. */

/** `none`: public. `optional`: public, a credential is looked at. `key`: X-API-Key or Authorization. `bearer`: Authorization. */
export type DocumentedCredential = 'none' | 'optional' | 'key' | 'bearer' | 'processor-signed'
/** Who of those with a credential may. */
export type DocumentedRole = 'owner' | 'buyer' | 'seller' | 'winner'

/** A query parameter's documented limits, in JSON Schema's words. */
export type DocumentedQuery = {
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
  enum?: readonly string[]
}

export type DocumentedRoute = {
  table: 'Accounts' | 'Listings' | 'Purchases' | 'Agents'
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters. */
  path: string
  credential: DocumentedCredential
  role?: DocumentedRole
  status: 200 | 201
  /** What the body is; `null` may stand for none where it is `optional`. */
  body: 'none' | 'json' | 'optional' | 'form' | 'multipart'
  query?: Readonly<Record<string, DocumentedQuery>>
  /** A request header of its own. */
  header?: string
  /** The file that calls it in other tests, because it takes a chain. */
  calledIn?: string
}

const SORTS = ['newest', 'oldest', 'price_asc', 'price_desc', 'updated', 'popular', 'starter', 'best_value'] as const
const LIMIT = (maximum: number, usual: number) => ({ minimum: 1, maximum, default: usual })

type Row = Omit<DocumentedRoute, 'table' | 'method' | 'path' | 'credential' | 'status' | 'body'>
const row =
  (table: DocumentedRoute['table']) =>
  (
    endpoint: `${DocumentedRoute['method']} /api/${string}`,
    credential: DocumentedCredential,
    body: DocumentedRoute['body'],
    status: DocumentedRoute['status'],
    more: Row = {},
  ): DocumentedRoute => {
    const [method = '', path = ''] = endpoint.split(' ')
    // Safe: the template says so.
    return { table, method: method as DocumentedRoute['method'], path, credential, body, status, ...more }
  }

const account = row('Accounts')
const listing = row('Listings')
const purchase = row('Purchases')
const agent = row('Agents')
const ON_SOLANA = 'test/flow/market/solana-sales.test.ts'
const AS_TOKEN = 'test/flow/market/wraps.test.ts'
const BY_CARD = 'test/flow/market/card-sales.test.ts'

export const DOCUMENT: readonly DocumentedRoute[] = [
  account('GET /api/auth/terms', 'none', 'none', 200),
  account('POST /api/auth/register', 'none', 'json', 201),
  account('POST /api/auth/login', 'none', 'form', 200),
  account('POST /api/auth/forgot-password', 'none', 'json', 200),
  account('POST /api/auth/reset-password', 'none', 'json', 200),
  account('GET /api/auth/me', 'key', 'none', 200),

  listing('GET /api/listings', 'optional', 'none', 200, {
    query: {
      status: { enum: ['live', 'draft', 'all'], default: 'live' },
      category: {},
      listing_kind: {},
      user_id: {},
      q: { maxLength: 200 },
      listing_type: { enum: ['fixed', 'auction'] },
      price_type: { enum: ['free', 'paid'] },
      tech_tag: {},
      sort: { enum: SORTS, default: 'newest' },
      limit: LIMIT(200, 20),
      offset: { minimum: 0, default: 0 },
    },
  }),
  listing('POST /api/listings', 'key', 'json', 201),
  listing('GET /api/listings/activity', 'none', 'none', 200, { query: { limit: LIMIT(30, 12), listing_id: {} } }),
  listing('GET /api/listings/user/me', 'key', 'none', 200),
  listing('GET /api/listings/meta', 'none', 'none', 200),
  listing('GET /api/listings/priority/meta', 'none', 'none', 200),
  listing('POST /api/listings/{listing_id}/priority/solana/intent', 'key', 'json', 200, {
    calledIn: ON_SOLANA,
  }),
  listing('POST /api/listings/{listing_id}/priority/solana/confirm', 'key', 'json', 200, {
    calledIn: ON_SOLANA,
  }),
  listing('POST /api/listings/ingest', 'key', 'json', 200),
  listing('GET /api/listings/{listing_id}', 'optional', 'none', 200),
  listing('PATCH /api/listings/{listing_id}', 'key', 'optional', 200, { role: 'owner' }),
  listing('DELETE /api/listings/{listing_id}', 'key', 'none', 200, { role: 'owner' }),
  listing('GET /api/listings/{listing_id}/manifest', 'bearer', 'none', 200),
  listing('GET /api/listings/{listing_id}/install', 'bearer', 'none', 200, {
    query: { target_runtime: { maxLength: 64 }, target_environment: { maxLength: 64 } },
  }),
  listing('POST /api/listings/{listing_id}/import-preview', 'bearer', 'json', 200),
  listing('POST /api/listings/{listing_id}/import-action', 'bearer', 'json', 200),
  listing('GET /api/listings/{listing_id}/bids', 'none', 'none', 200, { query: { limit: LIMIT(50, 50) } }),
  listing('POST /api/listings/{listing_id}/bids', 'key', 'json', 201),
  listing('GET /api/listings/{listing_id}/delivery-content', 'key', 'none', 200, { role: 'owner' }),
  listing('POST /api/listings/{listing_id}/delivery-content', 'key', 'json', 201, { role: 'owner' }),
  listing('POST /api/listings/{listing_id}/screenshots', 'key', 'multipart', 201),
  listing('DELETE /api/listings/{listing_id}/screenshots/{screenshot_id}', 'key', 'none', 200),
  listing('POST /api/listings/{listing_id}/video', 'key', 'multipart', 201),
  listing('POST /api/listings/{listing_id}/report', 'key', 'optional', 201),

  purchase('GET /api/purchases/payments/meta', 'none', 'none', 200),
  purchase('GET /api/purchases/solana/blockhash', 'none', 'none', 200, { calledIn: ON_SOLANA }),
  purchase('POST /api/purchases/solana/intent', 'key', 'json', 200, { calledIn: ON_SOLANA }),
  purchase('POST /api/purchases/solana/auction-win/{listing_id}/intent', 'key', 'optional', 200, {
    calledIn: ON_SOLANA,
    role: 'winner',
  }),
  purchase('POST /api/purchases/solana/confirm', 'key', 'json', 200, { calledIn: ON_SOLANA }),
  purchase('POST /api/purchases/intent', 'key', 'json', 200, { calledIn: BY_CARD }),
  purchase('POST /api/purchases/auction-win/{listing_id}/intent', 'key', 'optional', 200, {
    calledIn: BY_CARD,
    role: 'winner',
  }),
  purchase('POST /api/purchases/free/{listing_id}', 'key', 'none', 201),
  purchase('GET /api/purchases/{purchase_id}', 'key', 'none', 200),
  purchase('GET /api/purchases/{purchase_id}/delivery', 'key', 'none', 200),
  purchase('GET /api/purchases/{purchase_id}/license', 'key', 'none', 200),
  purchase('GET /api/purchases/{purchase_id}/wrap', 'key', 'none', 200),
  purchase('GET /api/purchases/{purchase_id}/wrap-metadata', 'none', 'none', 200, { calledIn: AS_TOKEN }),
  purchase('POST /api/purchases/{purchase_id}/wrap/request', 'key', 'json', 200, { calledIn: AS_TOKEN }),
  purchase('GET /api/purchases/{purchase_id}/resale', 'key', 'none', 200),
  purchase('POST /api/purchases/{purchase_id}/resale/list', 'key', 'json', 200),
  purchase('POST /api/purchases/{purchase_id}/resale/cancel', 'key', 'none', 200),
  purchase('GET /api/purchases/user/me', 'key', 'none', 200),
  purchase('GET /api/purchases/seller/me', 'key', 'none', 200),
  purchase('GET /api/purchases/commerce-summary', 'key', 'none', 200),
  purchase('POST /api/purchases/{purchase_id}/feedback', 'key', 'json', 201, { role: 'buyer' }),
  purchase('GET /api/purchases/seller/{seller_id}/feedback', 'none', 'none', 200),
  purchase('POST /api/purchases/{purchase_id}/confirm-delivery', 'key', 'none', 200, {
    role: 'seller',
    query: { delivery_url: {} },
  }),
  purchase('POST /api/purchases/webhook/cardprocessor', 'processor-signed', 'json', 200, { calledIn: BY_CARD }),

  agent('POST /api/ai-agents/register', 'none', 'json', 201),
  agent('POST /api/ai-agents/register-with-account', 'none', 'json', 201, { header: 'X-Agent-Signup-Secret' }),
]

/** Limits of the document that are no query's: the route they belong to, the schema's place, and the number. */
export const BODY_FIELDS: readonly { endpoint: string; field: string; const?: unknown }[] = [
  { endpoint: 'POST /api/ai-agents/register-with-account', field: 'terms_accepted', const: true },
]
