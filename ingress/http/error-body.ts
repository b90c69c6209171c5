import { type FieldError, isRetryable, Refusal, statusOf } from '#shared/errors.ts'

/** What to do about wrong fields, where the refusal does not say it. */
const CORRECT = { action: 'Correct what detail[] names.' }
/** What to do about input that an outcome cannot work with, where its refusal does not say it. */
const CHANGE = { action: 'Change the input as the error says; the same one would be refused again.' }

export type ErrorBody = {
  ok: false
  error: string
  code: string
  detail: string | FieldError[]
  retryable: boolean
  retry_after_s: number | null
  charged_cents: 0
  fix: unknown
  /** Path of the page that explains the code; where pages are off, the section of docs/errors.md that has its name. */
  doc_url: string
  request_id: string
}

/** The error body of every route: what happened, that it cost nothing, and what to do next. */
export function errorBody(
  refusal: Refusal,
  requestId: string,
  status: number = statusOf(refusal.code),
): ErrorBody & Record<string, unknown> {
  const { detail, fix, retryAfterS, extra } = refusal.detail
  const retryable = isRetryable(refusal.code, status)
  return {
    ok: false,
    error: refusal.message,
    code: refusal.code,
    detail: detail ?? refusal.message,
    retryable,
    retry_after_s: retryAfterS ?? (retryable ? 1 : null),
    charged_cents: 0,
    fix: fix ?? (Array.isArray(detail) ? CORRECT : refusal.code === 'unprocessable' ? CHANGE : null),
    doc_url: `/docs/errors#${refusal.code}`,
    request_id: requestId,
    ...extra,
  }
}

/** A fault as the caller sees it. The cause is in the log under the same request id. */
export const internalRefusal = () =>
  new Refusal('internal', 'Something failed on our side; nothing was charged.', {
    fix: { action: 'Send the request again; quote request_id if it stays.' },
    retryAfterS: 2,
  })
