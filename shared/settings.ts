import { z } from 'zod'

import { DATA_SETTINGS } from './data-settings.ts'
import { parseResolvers, USUAL_RESOLVERS } from './lib/network/dns-resolvers.ts'
import { parseEgressAllow } from './lib/network/egress-allow.ts'
import { flag, int, text } from './lib/setting-kinds.ts'
import { tokenList } from './lib/token-list.ts'

/** A limit of shared/limits.rules.ts, whose number holds when nothing is set. */
const rate = z.coerce.number().int().min(1).max(1_000_000_000).optional()
/** Reads a setting; what cannot be read is refused with the message of the error. */
const readBy =
  <Read>(read: (text: string) => Read) =>
  (given: string, context: z.RefinementCtx<string>) => {
    try {
      return read(given)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'cannot be read' })
      return z.NEVER
    }
  }
/** Exact exceptions to guarded egress. */
const exceptions = z.string().transform(readBy(parseEgressAllow))
const usuallyOn = z
  .enum(['on', 'off'])
  .default('on')
  .transform((word) => word === 'on')
const dollars = (fallback: number) => z.coerce.number().min(0.001).max(1_000).default(fallback)
const isUrl = (one: string) => /^https?:$/.test(URL.parse(one.trim())?.protocol ?? '')
/** Header fields as OpenTelemetry writes them. */
const headerList = text.refine(
  (list) => list.split(',').every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+=\S*\s*$/.test(pair)),
  'is no list of name=value, separated by commas',
)
const urls = text.refine((list) => list.split(',').every(isUrl), 'is no list of http(s) URLs, separated by commas')

/**
 * Every setting of every process kind: one environment variable each, with its default. A test checks `.env.example`
 * against this list.
 */
export const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ...DATA_SETTINGS,
  SERVER_SECRET: z.string().min(32).describe('at least 32 characters; keys, tokens and receipts are derived from it'),
  SERVER_ROOT: text
    .optional()
    .describe('what is derived from, sealed for SERVER_SECRET by npm run secret:rotate; default SERVER_SECRET itself'),
  ADMIN_TOKEN: tokenList.optional().describe('opens /metrics and /ops, 404 without it; several while one is replaced'),
  PAGES: usuallyOn.describe('pages for people; off leaves them out, and nothing of them is loaded'),
  OPS_WRITE: flag('false').describe('lets Bull Board retry, promote and remove jobs'),
  HOST: text.default('127.0.0.1'),
  PORT: int(8402, 0, 65_535),
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('absolute address callers use; default http://HOST:PORT'),
  TRUST_PROXY_HOPS: int(0, 0, 10).describe('how many X-Forwarded-For hops are ours'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('base URL of an OpenTelemetry receiver (OTLP over HTTP); without it nothing is traced'),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional().describe('headers it needs: name=value, by commas'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('share of requests that are traced'),
  DATA_DIR: text.default('.farebox'),
  BLOB_DIR: text.optional().describe('folder for uploads and what is made of them; default DATA_DIR/blobs'),
  STORAGE_LEAST_FREE_MB: int(512, 1).describe(
    'free space of the disks of uploads and database under which what stores is refused (507); paid calls go on',
  ),
  DATABASE_DIR: text
    .optional()
    .describe("a folder on the database's disk, where an ingress can see one; not watched when empty"),
  DATABASE_MAX_GB: z.coerce
    .number()
    .positive()
    .optional()
    .describe('size of the database beyond which what stores is refused; not watched when empty'),
  BLOB_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('base URL of an S3-compatible service that keeps them instead'),
  BLOB_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'is not the name of a bucket')
    .optional(),
  BLOB_S3_REGION: text.default('us-east-1'),
  BLOB_S3_ACCESS_KEY: text.optional(),
  BLOB_S3_SECRET_KEY: text.optional(),
  DB_POOL_MAX: int(10, 2, 200),
  SHARDS: int(1, 1, 1_024).describe(
    'into how many groups of accounts paid calls are divided: a statement about money holds accounts of one',
  ),
  HEALTH_PORT: int(0, 0, 65_535).describe("port of a worker's own /livez, /readyz and /metrics; 0 is none"),
  BASE_PAY_TO: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional()
    .describe('address on Base that is paid; without it nothing is paid on Base'),
  SOLANA_PAY_TO: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    .optional()
    .describe('account on Solana that is paid; without it nothing is paid on Solana'),
  SOLANA_FEE_PAYER: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    .optional()
    .describe('account that pays network fees on Solana, named in each offer there'),
  BASE_RPC_URL: urls.optional().describe('JSON-RPC of Base; several by commas, the next is asked when one fails'),
  SOLANA_RPC_URL: urls.optional().describe('the same of Solana'),
  BASE_READ_RPC_URL: urls
    .optional()
    .describe('JSON-RPC outcomes read Base from; several by commas; default BASE_RPC_URL'),
  SOLANA_READ_RPC_URL: urls.optional().describe('the same of Solana; default SOLANA_RPC_URL'),
  BASE_SEPOLIA_READ_RPC_URL: urls.optional().describe('the same of Base Sepolia; without it that chain is not read'),
  SOLANA_DEVNET_READ_RPC_URL: urls.optional().describe('the same of Solana devnet'),
  FACILITATOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('x402 facilitator; the settlement process serves one'),
  SETTLEMENT_HOST: text.default('127.0.0.1'),
  SETTLEMENT_PORT: int(0, 0, 65_535).describe('private port of the settlement process; 0 is none'),
  SETTLEMENT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('where the other processes reach the settlement process'),
  RECEIPT_SEED: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'is not 64 hex digits')
    .optional()
    .describe('Ed25519 seed receipts are signed with; for the settlement process alone'),
  RECEIPT_FORMER_PUBLIC: z
    .string()
    .regex(
      /^[0-9a-f]{64}(?:,[0-9a-f]{64}){0,15}$/,
      'is no list of public keys, 64 hex digits each, separated by commas',
    )
    .transform((list) => list.split(','))
    .optional()
    .describe('public keys of earlier RECEIPT_SEEDs, by commas, whose receipts stay valid; for the settlement process'),
  BASE_SETTLEMENT_KEYS: text
    .optional()
    .describe('private keys that pay gas on Base, 0x and 64 hex digits, by commas; for the settlement process alone'),
  SOLANA_FEE_PAYER_KEYS: text
    .optional()
    .describe('secret keys of fee payers on Solana, base58, by commas; for the settlement process alone'),
  SOLANA_TREASURY_KEY: text
    .optional()
    .describe('secret key that pays sellers in USDC on Solana, base58; for the settlement process alone'),
  PAYOUT_DAILY_CENTS: int(1_000_000, 0).describe('most that the treasury pays out in a day (UTC), in cents'),
  REFUND_DAILY_SOL: int(10, 0).describe('most SOL that the treasury gives back in a day (UTC)'),
  PAYOUT_MINIMUM_CENTS: int(100, 0).describe('what must be due to a seller, in cents, for a payout before its days'),
  PAYOUT_AFTER_DAYS: int(7, 0, 365).describe('days after which less than the minimum is paid out as well'),
  SOLANA_MINT_KEY: text
    .optional()
    .describe(
      'secret key that signs the mints of wrapped licences on Solana, base58; for the settlement process alone',
    ),
  WRAP_DAILY_MINTS: int(1_000, 0).describe('most licences whose mint is signed in a day (UTC)'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(?:live|test)_\w+$/, 'is no secret key of the card processor (sk_… or rk_…)')
    .optional()
    .describe('secret key at the card processor; for the settlement process alone. Without it nothing is paid by card'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:live|test)_\w+$/, 'is no publishable key of the card processor (pk_…)')
    .optional()
    .describe('publishable key at the card processor, which card forms get; for the ingress'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .refine(
      (list) => list.split(',').every((one) => /^\S{16,}$/.test(one.trim())),
      'has a secret of under 16 characters',
    )
    .optional()
    .describe('secrets that sign the webhooks of the card processor, by commas while one is replaced; for the ingress'),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("base URL of the playground's card processor; never in production"),
  CARD_HOLD_DAYS: int(7, 0, 365).describe("days for which a seller's share of a card payment waits at least"),
  SOL_PRICE_CENTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .optional()
    .describe('fixed price of a SOL in cents, for play money alone; asked of two exchanges when empty'),
  EGRESS_ALLOW: exceptions.optional().describe('exceptions to guarded egress: host:port or host:port=ip, by commas'),
  SELLER_ALLOW: exceptions.optional().describe("further exceptions, for sellers' endpoints alone"),
  SAMPLE_SITE_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'port on this machine of the site that samples name in the playground, which sets it; never in production',
    ),
  LIMITS: z
    .enum(['normal', 'off'])
    .default('normal')
    .describe(
      'the limits per minute of shared/limits.rules.ts; off for measurements: only guesses of secrets are limited',
    ),
  KEY_CALLS_PER_MINUTE: rate.describe('calls of one prepaid key'),
  TRIAL_CALLS_PER_MINUTE: rate.describe('calls of one trial key'),
  FREE_CALLS_PER_MINUTE: rate.describe('free calls of one client address'),
  UNPAID_CALLS_PER_MINUTE: rate.describe(
    '402 answers of one client address; as many discovery reads, reads of calls, and points of refused requests',
  ),
  LARGE_BODY_MB: int(256, 32).describe(
    'request bodies that one ingress process holds at once, in megabytes; an address gets a quarter',
  ),
  MAX_CONNECTIONS: int(10_000, 16).describe(
    'connections one ingress process holds; more are closed unanswered, and fewer are held where it may open fewer files',
  ),
  MAX_IN_FLIGHT: int(600, 1).describe(
    'calls one ingress process holds open before it answers 503; unverified payments get a quarter of them',
  ),
  AGENT_SIGNUP_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('when set, combined agent registration needs it in X-Agent-Signup-Secret'),
  SUPPORT_URL: z
    .url({ protocol: /^(?:https?|mailto)$/ })
    .optional()
    .describe(
      'where users find support, and finders of weaknesses somebody to tell (security.txt); default PUBLIC_BASE_URL/docs',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, e.g. smtps://user:password@host:465; without it the log says what would have been sent'),
  MAIL_FROM: text
    .regex(/^[^\r\n]{3,300}$/, 'is one line')
    .optional()
    .describe('sender of mail, e.g. Farebox <no-reply@example.com>; needed with SMTP_URL'),
  TRIAL_GRANTS_PER_DAY: int(300, 0).describe(
    'trial keys the whole service grants a day, released hour by hour; one network gets a fifteenth',
  ),
  OUTCOME_CONCURRENCY: int(40, 1, 1_000),
  SCREENSHOT_CONCURRENCY: int(2, 1, 100),
  PDF_EXTRACT_CONCURRENCY: int(2, 1, 100),
  MEDIA_PROCESSING_CONCURRENCY: int(2, 1, 100),
  DELIVERIES: z
    .enum(['workers', 'apart'])
    .default('workers')
    .describe('who publishes and delivers events: workers of router-workflow too, or `npm run deliver` alone'),
  THREADS: int(2, 1, 64).describe('worker threads a worker process runs stoppable outcomes in'),
  SANDBOX_REQUIRED: flag('true').describe(
    'pools that open foreign files stay closed where their programs cannot be isolated; false opens them all the same',
  ),
  CHROMIUM_PATH: text
    .optional()
    .describe('the Chromium for screenshots instead of the one that comes with the packages'),
  UPSTREAM_CONTACT: z
    .email()
    .optional()
    .describe('mail address in User-Agent; upstreams whose terms ask for one need it'),
  UPSTREAM_CACHE_MB: int(256, 0, 1_000_000).describe('answers of upstreams kept in PostgreSQL'),
  UPSTREAM_MEMORY_MB: int(16, 0, 4_096).describe('answers of upstreams one worker process keeps in memory'),
  DNS_RESOLVERS: z
    .string()
    .default(USUAL_RESOLVERS)
    .transform(readBy(parseResolvers))
    .describe('public resolvers DNS outcomes ask: name=https://…|address, by commas; endpoints are tried in order'),
  WHOIS_SERVER: z
    .string()
    .regex(/^(?:off|[\w.-]+(?::\d{1,5})?)$/, 'is neither host, host:port nor off')
    .default('whois.iana.org')
    .describe('root WHOIS server, asked where a registry has no RDAP; off for none'),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#@]/.test(url), 'has a query, a fragment or credentials; the key goes into LLM_API_KEY')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'base URL of an OpenAI-compatible endpoint, /v1 included; the ingress needs it too, to know what is for sale',
    ),
  LLM_API_KEY: text.optional().describe('its key; for the workers alone'),
  LLM_MODEL: text.optional().describe('model of the text outcomes'),
  LLM_VISION_MODEL: text.optional().describe('model that is shown images'),
  LLM_EMBEDDING_MODEL: text.optional().describe('model that makes vectors'),
  LLM_IMAGE_MODEL: text.optional().describe('model that makes images; their prompts are moderated by LLM_MODEL'),
  LLM_TRANSCRIPTION_MODEL: text.optional().describe('model that hears'),
  LLM_SPEECH_MODEL: text.optional().describe('model that speaks'),
  LLM_INPUT_USD_PER_MTOK: dollars(0.5).describe(
    'dollars for a million input tokens; a call asks for no more than its price bears',
  ),
  LLM_OUTPUT_USD_PER_MTOK: dollars(2).describe('the same for output tokens'),
  LLM_TIMEOUT_MS: int(20_000, 1_000, 60_000).describe('milliseconds one answer of a model may take'),
  ROUTER_MODEL: usuallyOn.describe('whether LLM_MODEL proposes plans for goals; off leaves planning to our own rules'),
  SHUTDOWN_GRACE_MS: int(25_000, 0, 120_000),
  DRAIN_MS: int(2_000, 0, 60_000).describe('how long an ingress stays open after it turned unready'),
})
