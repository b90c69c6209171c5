import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/** What settlement-webhook-contract-lint looks for. */
export const webhookRules = {
  WH_URL_INVALID: { severity: 'error', message: 'webhook_url is not an absolute URL.' },
  WH_URL_NOT_HTTPS: {
    severity: 'error',
    message: 'webhook_url is {scheme}: events and signatures would travel in the clear.',
    fix: '{https}',
  },
  WH_URL_NOT_PUBLIC: {
    severity: 'error',
    message: 'The host {host} is not reachable from outside.',
    fix: 'Use a public host name.',
  },
  WH_URL_USERINFO: {
    severity: 'error',
    message: 'webhook_url carries a user name or password, which senders log.',
    fix: 'Sign the events instead.',
  },
  WH_URL_SECRET: {
    severity: 'error',
    message: 'The query value of {name} looks like a secret; URLs end up in logs.',
    fix: 'Move it to the signature.',
  },
  WH_URL_FRAGMENT: {
    severity: 'warning',
    message: 'webhook_url has a fragment, which is never sent.',
    fix: 'Remove it.',
  },
  WH_URL_PORT: { severity: 'info', message: 'The port {port} is unusual; many senders only reach 443.' },
  WH_PAYLOAD_NOT_JSON: { severity: 'error', message: 'The payload is not a JSON object.' },
  WH_FIELD_MISSING: { severity: 'error', message: '{field} is missing: {why}.', fix: '{example}' },
  WH_FIELD_MALFORMED: { severity: 'error', message: '{field} has to be {expected}; it is {given}.', fix: '{example}' },
  WH_FIELD_RECOMMENDED: { severity: 'info', message: '{field} is not sent: {why}.', fix: '{example}' },
  WH_AMOUNT_FLOAT: {
    severity: 'error',
    message: 'amount is {given}: a float in whole units cannot be compared exactly.',
    fix: '{atomic}',
  },
  WH_AMOUNT_UNSAFE: {
    severity: 'error',
    message: 'amount {given} is over 2^53: as a JSON number it arrives rounded.',
    fix: 'Send it as a text of digits.',
  },
  WH_AMOUNT_NUMBER: {
    severity: 'warning',
    message: 'amount is a JSON number; larger ones arrive rounded.',
    fix: '{atomic}',
  },
  WH_NETWORK_CASE: {
    severity: 'error',
    message: 'network {given} is in mixed case; networks compare to the letter.',
    fix: '{right}',
  },
  WH_TESTNET_LIVE: {
    severity: 'error',
    message: 'livemode is true, but {network} is a test network.',
    fix: 'livemode false, or the live network',
  },
  WH_SECRET_IN_PAYLOAD: {
    severity: 'error',
    message: '{field} is part of the event; a secret is never sent.',
    fix: 'Remove it.',
  },
  WH_NOT_SIGNED: {
    severity: 'error',
    message: 'No signature header is declared: anyone can post a settled payment.',
    fix: 'webhook-signature',
  },
  WH_NO_SECRET: {
    severity: 'error',
    message: 'No secret is configured: the signature header proves nothing.',
    fix: 'Make a random secret of 32 bytes for each receiver.',
  },
  WH_SECRET_NOT_TOLD: { severity: 'info', message: 'hmac_secret_present was not given.' },
  WH_HEADER_NAME: {
    severity: 'error',
    message: 'The signature header has no valid header name.',
    fix: 'webhook-signature',
  },
  WH_SECRET_IN_HEADER: {
    severity: 'error',
    message: 'The header value looks like the secret itself, not like a signature.',
    fix: 'Send an HMAC made with it.',
  },
  WH_REPLAY: {
    severity: 'warning',
    message: 'A plain digest without a signed time can be replayed for ever.',
    fix: 'Sign id, timestamp and body, as Standard Webhooks does.',
  },
  WH_WEAK_DIGEST: { severity: 'warning', message: 'The signature is made with {digest}.', fix: 'sha256' },
  WH_SCHEME_UNKNOWN: { severity: 'info', message: 'The header {header} belongs to no known signing scheme.' },
} as const satisfies Record<string, LintRule>

/** One member of a settlement event: where it may be called something else, and what it has to look like. */
export type WebhookField = {
  field: string
  aliases: readonly string[]
  required: boolean
  why: string
  example: string
}

export const WEBHOOK_FIELDS: readonly WebhookField[] = [
  {
    field: 'id',
    aliases: ['id', 'event_id', 'eventid', 'webhook_id'],
    required: true,
    why: 'receivers tell repeats by it',
    example: 'evt_01JX3T5Y8W2M',
  },
  {
    field: 'type',
    aliases: ['type', 'event', 'event_type', 'eventtype'],
    required: true,
    why: 'receivers route by it',
    example: 'payment.settled',
  },
  {
    field: 'occurred_at',
    aliases: [
      'occurred_at',
      'occurredat',
      'created_at',
      'createdat',
      'created',
      'timestamp',
      'settled_at',
      'settledat',
      'time',
      'ts',
    ],
    required: true,
    why: 'order is not guaranteed',
    example: '2026-01-01T00:00:00Z',
  },
  {
    field: 'network',
    aliases: ['network', 'chain', 'network_id', 'chain_id', 'chainid'],
    required: true,
    why: 'a transaction means nothing without it',
    example: 'eip155:8453',
  },
  {
    field: 'transaction',
    aliases: [
      'transaction',
      'tx',
      'tx_hash',
      'txhash',
      'transaction_hash',
      'transactionhash',
      'settle_tx',
      'settlement_tx',
    ],
    required: true,
    why: 'it is the proof',
    example: `0x${'1'.repeat(64)}`,
  },
  {
    field: 'asset',
    aliases: ['asset', 'token', 'token_address', 'asset_address', 'mint'],
    required: true,
    why: 'an amount means nothing without it',
    example: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  {
    field: 'amount',
    aliases: ['amount', 'amount_atomic', 'amountatomic', 'value', 'atomic_amount'],
    required: true,
    why: 'it is what was paid',
    example: '20000',
  },
  {
    field: 'pay_to',
    aliases: ['pay_to', 'payto', 'payee', 'recipient', 'to'],
    required: true,
    why: 'receivers check that it is theirs',
    example: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  },
  {
    field: 'payer',
    aliases: ['payer', 'from', 'payer_address', 'buyer'],
    required: true,
    why: 'refunds and disputes need it',
    example: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
  },
  {
    field: 'resource',
    aliases: ['resource', 'resource_url', 'resourceurl', 'url'],
    required: true,
    why: 'it is what was bought',
    example: 'https://api.example.com/resource',
  },
  {
    field: 'status',
    aliases: ['status', 'state'],
    required: true,
    why: 'settled, failed and pending are handled differently',
    example: 'settled',
  },
  {
    field: 'api_version',
    aliases: ['api_version', 'apiversion', 'version', 'schema_version'],
    required: false,
    why: 'receivers cannot tell a changed event',
    example: '2026-01-01',
  },
  {
    field: 'payment_identifier',
    aliases: [
      'payment_identifier',
      'paymentidentifier',
      'payment_id',
      'paymentid',
      'idempotency_key',
      'idempotencykey',
    ],
    required: false,
    why: 'it joins the event with the order',
    example: 'pay_7d5d747be160e280',
  },
  {
    field: 'request_digest',
    aliases: ['request_digest', 'requestdigest'],
    required: false,
    why: 'it binds the payment to the request',
    example: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  },
  {
    field: 'receipt',
    aliases: ['receipt', 'signed_receipt', 'offer_receipt'],
    required: false,
    why: 'it outlives both services',
    example: '{"format": "jws", "signature": "..."}',
  },
]

/** What a receiver of settlement events has to do, whatever the sender says. */
export const RECEIVER_RULES: readonly string[] = [
  'Verify the signature over the raw bytes of the body, before parsing it, in constant time.',
  'Refuse events whose signed time is more than five minutes off.',
  'Reply 2xx within 10 s and do the work afterwards; anything else is sent again.',
  'Remember event ids for as long as the sender repeats them, and treat a repeat as done.',
  'Expect events in any order, and look the transaction up on chain before goods of value leave.',
  'Check network, asset, amount and pay_to against the order; the signature only says who sent it.',
]
