/**
 * Every error code with its default HTTP status. On outcome calls, a credential that does not pay is always answered
 * 402 with `accepts[]`, whatever its status here (ingress/call/challenge/challenge.ts).
 */
export const statusOf = {
  // The request itself
  invalid_json: 400,
  bad_request: 400,
  request_timeout: 408,
  malformed_payment: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  header_fields_too_large: 431,
  validation_error: 422,
  idempotency_key_reused: 422,
  not_found: 404,
  unknown_slug: 404,
  method_not_allowed: 405,
  // The caller and its credentials
  unauthorized: 401,
  invalid_service_key: 401,
  key_revoked: 401,
  invalid_pass: 401,
  invalid_credential: 401,
  invalid_login: 401,
  invalid_reset_token: 401,
  forbidden: 403,
  insufficient_scope: 403,
  account_suspended: 403,
  signup_secret_required: 403,
  payment_required: 402,
  insufficient_balance: 402,
  trial_expired: 402,
  trial_price_cap: 402,
  pass_expired: 402,
  pass_scope: 402,
  policy_slug: 402,
  policy_call_ceiling: 402,
  policy_daily_ceiling: 402,
  policy_monthly_ceiling: 402,
  over_max_cents: 402,
  invalid_payment: 402,
  payment_already_used: 409,
  payment_identifier_reused: 409,
  payment_in_progress: 409,
  payment_settling: 503,
  payments_not_ready: 503,
  trial_already_claimed: 409,
  conflict: 409,
  version_conflict: 409,
  already_exists: 409,
  username_taken: 409,
  bid_too_low: 409,
  auction_ended: 409,
  auction_not_open: 409,
  test_failed: 409,
  duplicate: 409,
  nonce_reused: 409,
  label_taken: 409,
  slots_full: 409,
  quota_exceeded: 413,
  gone: 410,
  confirmation_required: 422,
  // Rate limits
  rate_limited: 429,
  too_many_in_flight: 429,
  pass_fair_use: 429,
  byte_budget: 429,
  // The outcome's input and upstreams
  unprocessable: 422,
  secret_detected: 422,
  injection_text: 422,
  content_refused: 422,
  url_not_allowed: 422,
  selector_not_found: 422,
  repo_not_found: 404,
  upstream_unavailable: 502,
  // The service itself
  overloaded: 503,
  unavailable: 503,
  storage_full: 507,
  model_not_configured: 503,
  timeout: 504,
  internal: 500,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof statusOf

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
    super(message, options)
    this.code = code
    this.detail = detail
  }

  /** Returns the form stored in a call row and sent from worker to ingress. */
  toWire(): WireRefusal {
    return { code: this.code, error: this.message, ...this.detail }
  }

  /** Reads a stored refusal. A code this version does not know becomes `internal`. */
  static fromWire({ code, error, ...detail }: WireRefusal): Refusal {
    return new Refusal(code in statusOf ? code : 'internal', error, detail)
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
