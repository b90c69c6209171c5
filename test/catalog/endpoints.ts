/** The endpoint tables of the outcomes' interface document, as data. What it says of each outcome is in `document.json`. */

/** `x402`: settled by a payment, 402 without one. `service-key`: X-Service-Key. `key`: X-API-Key of an account. */
export type EndpointCredential = 'none' | 'x402' | 'service-key' | 'service-key and x402' | 'key'

export type DocumentedEndpoint = {
  table: 'Payment' | 'Receipts' | 'Discovery' | 'Seller endpoints' | 'Jobs'
  method: 'GET' | 'POST'
  /** With `{name}` for parameters. */
  path: string
  credential: EndpointCredential
  status: 200 | 201
  /** Members of the answer that the document names; `a.b` is one inside of another. */
  answers: readonly string[]
  /** Cents that the 402 asks for, where the price is fixed. */
  cents?: number
  /** The file that calls it in other tests, where that takes more than a request: a job, an endpoint, a second account. */
  calledIn?: string
}

type More = Pick<DocumentedEndpoint, 'cents' | 'calledIn'> & { status?: 200 | 201 }
const row =
  (table: DocumentedEndpoint['table']) =>
  (
    endpoint: `${DocumentedEndpoint['method']} /${string}`,
    credential: EndpointCredential,
    answers: readonly string[] = [],
    { status = 200, ...more }: More = {},
  ): DocumentedEndpoint => {
    const [method = '', path = ''] = endpoint.split(' ')
    // Safe: the template says so.
    return { table, method: method as DocumentedEndpoint['method'], path, credential, status, answers, ...more }
  }

const payment = row('Payment')
const receipt = row('Receipts')
const discovery = row('Discovery')
const seller = row('Seller endpoints')
const job = row('Jobs')

const SELLERS = { calledIn: 'test/flow/market/seller-endpoints.test.ts' } as const
const JOBS = { calledIn: 'test/flow/market/jobs.test.ts' } as const

const V1 = '/api/v1/outcomes'
const HELP = ['ok', 'slug', 'parameters']

export const ENDPOINTS: readonly DocumentedEndpoint[] = [
  payment(`POST ${V1}/balance/trial/claim`, 'none', ['key', 'first_spend.ok', 'first_calls.0']),
  payment(`POST ${V1}/balance/fund`, 'x402', ['key']),
  payment(`POST ${V1}/balance/topup`, 'service-key and x402', ['balance_cents']),
  payment(`GET ${V1}/balance/status`, 'service-key', ['balance_cents']),
  payment(`POST ${V1}/balance/status`, 'service-key', ['balance_cents']),
  payment(`POST ${V1}/balance/revoke`, 'service-key'),
  payment(`GET ${V1}/balance/policy`, 'service-key', [
    'policy.daily_cents',
    'policy.monthly_cents',
    'policy.auto_refill',
  ]),
  payment(`POST ${V1}/balance/policy`, 'service-key', [
    'policy.daily_cents',
    'policy.monthly_cents',
    'policy.auto_refill',
  ]),
  payment(`POST ${V1}/day-pass`, 'x402', ['day_pass.pass_token'], { cents: 50 }),
  payment(`POST ${V1}/week-pass`, 'x402', ['access_pass.pass_token'], { cents: 249 }),
  payment(`POST ${V1}/month-pass`, 'x402', ['access_pass.pass_token'], { cents: 799 }),
  payment('POST /api/v1/run', 'x402', ['ok'], { cents: 99 }),

  receipt(`GET ${V1}/action-receipt/public-key`, 'none', ['public_key_hex']),
  receipt(`POST ${V1}/action-receipt/verify`, 'none', ['valid']),
  receipt(`GET ${V1}/action-receipt/verify`, 'none', ['valid']),
  receipt(`GET ${V1}/action-receipt/sample`, 'none', [
    'agent_id',
    'action',
    'payload_digest',
    'nonce',
    'quote',
    'profile',
    'receipt_type',
    'hmac_ok_hint',
    'verify',
    'public_key',
  ]),

  discovery('GET /.well-known/x402.json', 'none', ['resources.0']),
  discovery('GET /.well-known/x402-impulse.json', 'none', ['resources.0']),
  discovery('GET /.well-known/x402-featured.json', 'none', ['resources.0']),
  discovery('GET /.well-known/x402-marketplace.json', 'none', ['resources']),
  discovery('GET /openapi.json', 'none', ['openapi', 'info.version', 'paths']),
  discovery(`GET ${V1}/meta`, 'none', ['outcomes.0']),
  discovery(`GET ${V1}/featured`, 'none', ['outcomes.0']),
  discovery(`GET ${V1}/pay-probe/{slug}`, 'none', ['slug', 'accepts.0']),
  discovery(`GET ${V1}/route-pay-probe`, 'none', HELP),
  discovery('GET /api/x402/routes/probe', 'none', HELP),
  discovery(`GET ${V1}/integration-readiness`, 'none', HELP),
  discovery('GET /api/x402/integrations/readiness', 'none', HELP),
  discovery(`GET ${V1}/settlement-status`, 'none', HELP),
  discovery('GET /api/x402/payments/settlement', 'none', HELP),
  discovery(`GET ${V1}/endpoint-match`, 'none', HELP),
  discovery('GET /api/x402/endpoints/match', 'none', HELP),
  discovery('GET /api/v1/agent-feed', 'none', ['outcomes_lane.featured_paid.0']),
  discovery('GET /api/purchases/payments/meta', 'none', ['rails.0', 'mints']),
  discovery('GET /api/v1/run', 'none', ['families.0', 'limits']),

  seller('POST /api/v1/seller-endpoints', 'key', [], { status: 201, ...SELLERS }),
  seller('GET /api/v1/seller-endpoints', 'none'),
  seller('POST /api/v1/seller-endpoints/{slug}/call', 'x402', [], SELLERS),
  seller('POST /api/v1/seller-endpoints/verify-payment', 'none', [], SELLERS),

  job('GET /api/v1/jobs-feed', 'none', ['generated_at', 'hire_model', 'trust_limits', 'total_open', 'jobs']),
  job('GET /api/jobs/meta', 'none'),
  job('GET /api/jobs/{job_id}', 'none', [], JOBS),
  job('POST /api/ai-agents/jobs/{job_id}/proposals', 'key', [], {
    status: 201,
    calledIn: 'test/support/world/jobs.ts',
  }),
]

/** Members of a catalog entry (`meta`, `featured`). */
export const DESCRIPTOR = [
  'id',
  'slug',
  'title',
  'description',
  'method',
  'path',
  'public_path',
  'url',
  'price_usd',
  'price_cents',
  'availability',
  'mime_type',
  'x402',
  'input_schema',
  'output_schema',
  'sample_output',
  'pack',
  'workforce_upsell',
  'featured',
  'reliability',
] as const
