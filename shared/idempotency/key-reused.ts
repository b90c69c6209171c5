import { Refusal } from '#shared/errors.ts'

/** The refusal of an Idempotency-Key that was used with another request: 422. */
export const keyReused = (): Refusal =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used with another request.', {
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
