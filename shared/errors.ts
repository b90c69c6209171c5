type RefusalRule = {
  /** HTTP status. */
  status: number
  /** False where the same request fails again, although its status says that it may succeed later. */
  retryable?: false
  /** The credential does not pay: on an outcome call the answer is 402 with `accepts[]`, whatever the status here. */
  challenge?: true
  /** The key or pass does not exist: counted by address, so that nobody can guess credentials. */
  guess?: true
}

/** The codes a caller can meet, with all that follows from each. */
export const refusals = {
  // The request itself
  invalid_json: { status: 400 },
  bad_request: { status: 400 },
  request_timeout: { status: 408 },
  malformed_payment: { status: 400 },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  header_fields_too_large: { status: 431 },
  validation_error: { status: 422 },
  idempotency_key_reused: { status: 422 },
  not_found: { status: 404 },
  unknown_slug: { status: 404 },
  method_not_allowed: { status: 405 },
  // Who asks, and with what
  unauthorized: { status: 401 },
  invalid_service_key: { status: 401, challenge: true, guess: true },
  key_revoked: { status: 401, challenge: true },
  invalid_pass: { status: 401, challenge: true, guess: true },
  invalid_credential: { status: 401 },
  invalid_login: { status: 401 },
  invalid_reset_token: { status: 401 },
  invalid_purchase_token: { status: 401 },
  forbidden: { status: 403 },
  own_listing: { status: 403 },
  own_offer: { status: 403 },
  disputes_block: { status: 403 },
  record_required: { status: 403 },
  insufficient_scope: { status: 403 },
  account_suspended: { status: 403 },
  terms_changed: { status: 403 },
  signup_secret_required: { status: 403 },
  payment_required: { status: 402 },
  insufficient_balance: { status: 402, challenge: true },
  trial_expired: { status: 402, challenge: true },
  trial_price_cap: { status: 402, challenge: true },
  trial_not_accepted: { status: 402, challenge: true },
  pass_expired: { status: 402, challenge: true },
  pass_scope: { status: 402, challenge: true },
  policy_slug: { status: 402, challenge: true },
  policy_call_ceiling: { status: 402, challenge: true },
  policy_daily_ceiling: { status: 402, challenge: true },
  policy_monthly_ceiling: { status: 402, challenge: true },
  over_max_cents: { status: 402, challenge: true },
  invalid_payment: { status: 402, challenge: true },
  payment_already_used: { status: 409, retryable: false },
  payment_identifier_reused: { status: 409, retryable: false },
  payment_in_progress: { status: 409 },
  payment_settling: { status: 503 },
  payments_not_ready: { status: 503 },
  trial_already_claimed: { status: 409, retryable: false },
  conflict: { status: 409, retryable: false },
  version_conflict: { status: 409, retryable: false },
  already_exists: { status: 409, retryable: false },
  price_changed: { status: 409, retryable: false },
  not_for_sale: { status: 409, retryable: false },
  seller_owes_refund: { status: 409 },
  no_payment_rail: { status: 409 },
  bid_deposit_required: { status: 402 },
  not_the_winner: { status: 403, retryable: false },
  win_lapsed: { status: 409, retryable: false },
  listing_is_free: { status: 409, retryable: false },
  seller_not_payable: { status: 409, retryable: false },
  not_by_card: { status: 409, retryable: false },
  too_many_pending: { status: 409 },
  no_quote: { status: 503 },
  payer_not_a_wallet: { status: 422 },
  payment_rejected: { status: 409, retryable: false },
  payment_not_found: { status: 409 },
  resale_not_allowed: { status: 409, retryable: false },
  resale_not_open: { status: 409, retryable: false },
  price_too_low: { status: 422 },
  purchase_unpaid: { status: 409, retryable: false },
  purchase_disputed: { status: 409, retryable: false },
  already_resold: { status: 409, retryable: false },
  offer_reserved: { status: 409 },
  offer_gone: { status: 410 },
  offer_expired: { status: 410 },
  royalty_not_payable: { status: 409, retryable: false },
  not_delivered_yet: { status: 409 },
  refund_window_over: { status: 409, retryable: false },
  refund_not_covered: { status: 409 },
  purchase_refunded: { status: 409, retryable: false },
  feedback_closed: { status: 409, retryable: false },
  username_taken: { status: 409, retryable: false },
  nothing_to_deliver: { status: 409, retryable: false },
  license_invalid: { status: 409, retryable: false },
  no_seat_left: { status: 409, retryable: false },
  license_moved: { status: 403 },
  wrapped: { status: 409, retryable: false },
  not_wrapped: { status: 409 },
  resale_active: { status: 409, retryable: false },
  confirm_lock_required: { status: 422 },
  wallet_not_proved: { status: 409, retryable: false },
  token_not_held: { status: 409 },
  own_job: { status: 409, retryable: false },
  job_limit: { status: 409 },
  proposal_limit: { status: 409 },
  engagement_limit: { status: 409 },
  bid_too_low: { status: 409, retryable: false },
  auction_ended: { status: 409, retryable: false },
  auction_not_open: { status: 409 },
  test_failed: { status: 409, retryable: false },
  duplicate: { status: 409, retryable: false },
  nonce_reused: { status: 409, retryable: false },
  label_taken: { status: 409, retryable: false },
  slots_full: { status: 409 },
  quota_exceeded: { status: 413 },
  gone: { status: 410 },
  confirmation_required: { status: 422 },
  // Too much, too soon
  rate_limited: { status: 429 },
  too_many_in_flight: { status: 429 },
  pass_fair_use: { status: 429 },
  byte_budget: { status: 429 },
  // What the outcome met
  unprocessable: { status: 422 },
  no_plan: { status: 422 },
  secret_detected: { status: 422 },
  injection_text: { status: 422 },
  content_refused: { status: 422 },
  url_not_allowed: { status: 422 },
  selector_not_found: { status: 422 },
  repo_not_found: { status: 404 },
  upstream_unavailable: { status: 502 },
  seller_failed: { status: 502 },
  // Ours
  overloaded: { status: 503 },
  unavailable: { status: 503 },
  storage_full: { status: 507 },
  model_not_configured: { status: 503, retryable: false },
  timeout: { status: 504 },
  internal: { status: 500 },
} as const satisfies Record<string, RefusalRule>

export type RefusalCode = keyof typeof refusals

export const refusalCodes = Object.keys(refusals) as readonly RefusalCode[]

/** Whether a text is the code of a refusal. */
export const isRefusalCode = (text: string): text is RefusalCode => Object.hasOwn(refusals, text)

const ruleOf = (code: RefusalCode): RefusalRule => refusals[code]

export const statusOf = (code: RefusalCode): number => ruleOf(code).status

/** Whether a credential with this refusal does not pay. */
export const doesNotPay = (code: RefusalCode): boolean => ruleOf(code).challenge === true

/** Whether this refusal says that a key or pass does not exist. */
export const isGuess = (code: RefusalCode): boolean => ruleOf(code).guess === true

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 429, 502, 503, 504, 507])

/** Whether the same request may succeed later. `status` is the one it is answered with. */
export const isRetryable = (code: RefusalCode, status: number): boolean =>
  RETRYABLE_STATUSES.has(status) && ruleOf(code).retryable !== false

/** One wrong field, as FastAPI and pydantic v2 report it (HTTPValidationError). */
export type FieldError = {
  type: string
  loc: (string | number)[]
  msg: string
  input?: unknown
  ctx?: Record<string, unknown>
}

/** The caller's next step: a sentence, and the request to send, if there is one. */
export type Fix = {
  action: string
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
}

export type RefusalDetail = {
  /** A sentence with more detail than the error; on 422 the list of wrong fields. */
  detail?: string | FieldError[]
  fix?: Fix
  retryAfterS?: number
  /** Further top-level members of the body, with wire names. Never a secret. */
  extra?: Record<string, unknown>
}

/**
 * An error the caller can act on: a code, one sentence that says what happened, and what to do next. It costs the
 * caller nothing. Any other thrown value is an internal fault: logged once, answered as `internal`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, message: string, detail: RefusalDetail = {}, options?: ErrorOptions) {
    // A refusal is an answer: nobody reads its stack, and to record it costs as much as the rest of a refused request.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message, options)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.detail = detail
  }

  /** Returns the form stored in a call row and sent from worker to ingress. */
  toWire(): WireRefusal {
    return { code: this.code, error: this.message, ...this.detail }
  }

  /** Reads a stored refusal. A code this version does not know becomes `internal`. */
  static fromWire({ code, error, ...detail }: WireRefusal): Refusal {
    return new Refusal(isRefusalCode(code) ? code : 'internal', error, detail)
  }
}

export type WireRefusal = RefusalDetail & { code: RefusalCode; error: string }

/** Maximum number of wrong fields listed in one answer. */
export const MOST_WRONG_FIELDS = 50

/**
 * Returns a 422 that lists the first `MOST_WRONG_FIELDS` wrong fields. If there are more, the error and `errors_total`
 * give the total.
 */
export function wrongFields(fields: readonly FieldError[], total: number = fields.length, fix?: Fix): Refusal {
  const detail = fields.slice(0, MOST_WRONG_FIELDS)
  const count = total === 1 ? 'One field is wrong.' : `${total} fields are wrong.`
  const isCut = total > detail.length
  return new Refusal('validation_error', isCut ? `${count} The first ${detail.length} are in detail[].` : count, {
    detail,
    ...(fix === undefined ? {} : { fix }),
    ...(isCut ? { extra: { errors_total: total } } : {}),
  })
}

/** Returns a 422 for wrong fields of the body that the schema cannot detect. Nothing is charged. */
export function invalidFields(...fields: { path: (string | number)[]; msg: string; type?: string; input?: unknown }[]) {
  const detail = fields.slice(0, MOST_WRONG_FIELDS).map(({ path, msg, type = 'value_error', input }) => ({
    type,
    loc: ['body', ...path],
    msg,
    ...(input === undefined ? {} : { input }),
  }))
  return wrongFields(detail, fields.length)
}

/** For `catch`: null for a refusal; anything else is thrown on. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
