/**
 * What the payment-identifier extension of x402 declares in a 402 (specs/extensions/payment_identifier.md): a payer may
 * add an id of its own; the same id with another payment is a conflict.
 */
export const PAYMENT_IDENTIFIER = {
  'payment-identifier': {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
} as const
