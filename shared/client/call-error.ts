/** What the caller can do about an error: a sentence, and the request to send, if there is one. */
export type Fix = { action: string; method?: string; path?: string; body?: unknown }

/** A call that got no result. Nothing was charged unless `body.charged_cents` says otherwise. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** HTTP status; 200 for a call that was read later and had failed. */
  readonly status: number
  /** The code of the refusal, such as `insufficient_balance`; `invalid_answer` for an answer that is not ours. */
  readonly code: string
  readonly fix: Fix | null
  readonly retryable: boolean
  readonly requestId: string | null
  /** The whole body of the answer. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body['error'] === 'string' ? body['error'] : `The server answered ${status}.`)
    this.status = status
    this.body = body
    this.code = typeof body['code'] === 'string' ? body['code'] : 'invalid_answer'
    // Safe: where it is an object, it is the `fix` of an error body.
    this.fix = typeof body['fix'] === 'object' ? (body['fix'] as Fix | null) : null
    this.retryable = body['retryable'] === true
    this.requestId = typeof body['request_id'] === 'string' ? body['request_id'] : null
  }
}
