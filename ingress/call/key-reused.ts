import { Refusal } from '#shared/errors.ts'

/** 422: an Idempotency-Key that belongs to a request with another body. */
export const keyReused = (): Refusal =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
    detail: [
      {
        type: 'idempotency_key_reused',
        loc: ['header', 'idempotency-key'],
        msg: 'Value error, this key belongs to another request',
      },
    ],
    fix: {
      action: 'Send a new Idempotency-Key for a new request; keep the old one only to repeat the very same request.',
    },
  })
