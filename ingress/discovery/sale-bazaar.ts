import { FUND_CENTS } from '#shared/terms.ts'
import { bazaarSchema } from '../call/challenge/bazaar.ts'

const AMOUNT = {
  type: 'object',
  properties: { amount_cents: { type: 'integer', minimum: FUND_CENTS.min, maximum: FUND_CENTS.max } },
  required: ['amount_cents'],
}
const NO_BODY = { type: 'object', properties: {} }
const ANSWER = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

/** `bazaar` extension of the sales that are not outcomes: a prepaid balance takes an amount, a pass takes nothing. */
export function saleBazaar(path: string, cents: number) {
  const isBalance = path.startsWith('/api/v1/outcomes/balance/')
  return {
    info: {
      input: { type: 'http', method: 'POST', bodyType: 'json', body: isBalance ? { amount_cents: cents } : {} },
      output: { type: 'json', example: { ok: true } },
    },
    schema: bazaarSchema(isBalance ? AMOUNT : NO_BODY, ANSWER),
  }
}
