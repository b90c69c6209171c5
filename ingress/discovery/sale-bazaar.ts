import { FUND_CENTS } from '#shared/money/prepaid/policy.ts'

const AMOUNT = {
  type: 'object',
  properties: { amount_cents: { type: 'integer', minimum: FUND_CENTS.min, maximum: FUND_CENTS.max } },
  required: ['amount_cents'],
}
const NO_BODY = { type: 'object', properties: {} }

/**
 * The `bazaar` extension of what is bought and is no outcome: a prepaid balance, which takes an amount, or a pass, which
 * takes nothing.
 */
export function saleBazaar(path: string, cents: number) {
  const isBalance = path.startsWith('/api/v1/outcomes/balance/')
  return {
    info: {
      input: { type: 'http', method: 'POST', bodyType: 'json', body: isBalance ? { amount_cents: cents } : {} },
      output: { type: 'json', example: { ok: true } },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['POST'] },
            bodyType: { type: 'string', enum: ['json'] },
            body: isBalance ? AMOUNT : NO_BODY,
          },
          required: ['type', 'method', 'bodyType', 'body'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            example: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
          },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  }
}
