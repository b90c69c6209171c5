import { Refusal } from '#shared/errors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { RawReply } from '../upstreams/fetch-once.ts'

/** Interprets a 400, 404, 413 or 422 of an endpoint. Its text is never passed on to callers. */
export function refusedQuestion({ status, body }: RawReply): Error {
  const words = body.toString('utf8', 0, 2_000)
  if (/content_policy|content_filter|moderation_blocked|safety|responsible ai/i.test(words)) return contentRefused()
  if (status === 413 || /context_length|context window|maximum context|too (?:many tokens|long|large)/i.test(words)) {
    return new Refusal('unprocessable', 'This is more than the model can take; nothing was charged.', {
      fix: { action: 'Send less in one call.' },
      extra: { reason: 'too_much_for_model' },
    })
  }
  return new UpstreamError('refused', `it answered ${status}`, { status })
}

export const contentRefused = () =>
  new Refusal('content_refused', 'The model would not work on this; nothing was charged.', {
    fix: { action: 'Send something else.' },
  })
