import type { FailureCategory, MoneyState } from '#shared/engines/x402/wire/error-codes.rules.ts'

/** A pattern in an error text. `afterPayment` is what it means of the money when a payment had been sent. */
export type TextSign = {
  id: string
  pattern: RegExp
  category: FailureCategory
  afterPayment: MoneyState
  confidence: number
}

/** In order: the first that is found counts. Every pattern is linear. */
export const TEXT_SIGNS: readonly TextSign[] = [
  {
    id: 'header_required',
    pattern:
      /\b(?:payment-signature|x-payment|payment)\b header (?:is )?(?:required|missing|not found)|no payment (?:header|provided|was sent)/i,
    category: 'not_paid',
    afterPayment: 'not_moved',
    confidence: 0.8,
  },
  {
    id: 'unsupported_version',
    pattern: /unsupported x402 ?version|x402_?version_?(?:v1_)?(?:not_supported|missing)|invalid x402 ?version/i,
    category: 'wrong_version',
    afterPayment: 'not_moved',
    confidence: 0.8,
  },
  {
    id: 'no_matching_requirements',
    pattern: /no matching payment requirements|requirements? (?:do|does) not match/i,
    category: 'wrong_network_or_asset',
    afterPayment: 'not_moved',
    confidence: 0.8,
  },
  {
    id: 'insufficient',
    pattern: /insufficient (?:funds|balance)|exceeds balance/i,
    category: 'insufficient_funds',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  {
    id: 'nonce',
    pattern:
      /nonce (?:already|was already|has been) used|authorization is used|already (?:been )?settled|duplicate settlement/i,
    category: 'nonce_reused',
    afterPayment: 'unknown',
    confidence: 0.5,
  },
  {
    id: 'expired',
    pattern: /(?:authorization|payment|signature|permit) (?:is |has )?expired|blockhash not found/i,
    category: 'expired_authorization',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  { id: 'not_yet', pattern: /not yet valid/i, category: 'not_yet_valid', afterPayment: 'not_moved', confidence: 0.5 },
  {
    id: 'signature',
    pattern: /invalid signature|signature (?:is )?invalid|signature verification failed|bad signature/i,
    category: 'bad_signature',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  {
    id: 'pending',
    pattern:
      /settlement (?:is )?pending|not (?:yet )?confirmed|(?:confirmation|settlement|settle) timed? ?out|after broadcast/i,
    category: 'settlement_pending',
    afterPayment: 'unknown',
    confidence: 0.5,
  },
  {
    id: 'settlement_failed',
    pattern: /settlement failed|failed to settle|settle failed/i,
    category: 'settlement_failed',
    afterPayment: 'unknown',
    confidence: 0.5,
  },
  {
    id: 'amount',
    pattern: /amount (?:mismatch|does not match|too low)|value mismatch/i,
    category: 'amount_mismatch',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  {
    id: 'facilitator',
    pattern: /facilitator (?:error|unavailable|unreachable|timed? ?out|returned|responded)/i,
    category: 'facilitator_down',
    afterPayment: 'unknown',
    confidence: 0.5,
  },
  {
    id: 'connection',
    pattern:
      /time(?:d[ -]?)?out|etimedout|econnreset|econnaborted|epipe|socket hang ?up|connection (?:was )?(?:reset|closed|lost)|fetch failed|network error|aborted|und_err/i,
    category: 'unknown',
    afterPayment: 'unknown',
    confidence: 0.5,
  },
  {
    id: 'never_reached',
    pattern: /econnrefused|enotfound|eai_again|getaddrinfo|certificate|self.signed|err_tls|refused to connect/i,
    category: 'server_error',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  {
    id: 'malformed',
    pattern:
      /malformed|invalid (?:payment )?(?:payload|header)|could not be (?:decoded|parsed)|invalid base64|cannot use 'in' operator/i,
    category: 'malformed_payment',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
  {
    id: 'rate',
    pattern: /rate limit|too many requests/i,
    category: 'rate_limited',
    afterPayment: 'not_moved',
    confidence: 0.5,
  },
]

/** What a status alone says. `afterPayment` as above. */
export const STATUS_SIGNS: readonly {
  from: number
  to: number
  category: FailureCategory
  afterPayment: MoneyState
  confidence: number
}[] = [
  { from: 400, to: 400, category: 'malformed_payment', afterPayment: 'not_moved', confidence: 0.5 },
  { from: 401, to: 401, category: 'auth_not_payment', afterPayment: 'not_moved', confidence: 0.5 },
  { from: 402, to: 402, category: 'not_paid', afterPayment: 'unknown', confidence: 0.5 },
  { from: 403, to: 403, category: 'auth_not_payment', afterPayment: 'unknown', confidence: 0.5 },
  { from: 409, to: 409, category: 'nonce_reused', afterPayment: 'unknown', confidence: 0.2 },
  { from: 412, to: 412, category: 'insufficient_funds', afterPayment: 'not_moved', confidence: 0.5 },
  { from: 422, to: 422, category: 'malformed_payment', afterPayment: 'unknown', confidence: 0.2 },
  { from: 429, to: 429, category: 'rate_limited', afterPayment: 'not_moved', confidence: 0.8 },
  { from: 502, to: 502, category: 'facilitator_down', afterPayment: 'unknown', confidence: 0.2 },
  { from: 500, to: 599, category: 'server_error', afterPayment: 'unknown', confidence: 0.5 },
]
