import { z } from 'zod'

import type { PaidAnswer } from './pay-call.ts'

const Result = z.looseObject({
  ok: z.literal(true),
  resource: z.string(),
  result: z.unknown(),
  charge: z.looseObject({ cents: z.number(), paid_with: z.string(), balance_cents: z.number().nullable() }),
  call_id: z.string(),
  request_id: z.string(),
})
const Failed = z.looseObject({
  ok: z.literal(false),
  code: z.string(),
  error: z.string(),
  detail: z.union([z.string(), z.array(z.looseObject({ loc: z.array(z.unknown()), msg: z.string() }))]),
  fix: z.looseObject({ action: z.string() }).nullable(),
  request_id: z.string(),
})

/** The answer of a call for people: what it cost and its result, or what is wrong and what to do. */
export function answerText({ status, paid, answer }: PaidAnswer): string {
  const result = Result.safeParse(answer)
  if (result.success && 'result' in result.data) {
    const { charge, call_id, request_id } = result.data
    const left = charge.balance_cents === null ? '' : `, ${charge.balance_cents} cents left`
    return [
      pretty(result.data.result),
      '',
      `${charge.cents} cent${charge.cents === 1 ? '' : 's'} by ${charge.paid_with.replaceAll('_', ' ')}${left}; ${call_id}, ${request_id}`,
    ].join('\n')
  }
  const failed = Failed.safeParse(answer)
  if (!failed.success) return `${pretty(answer)}\n\n${status}${paid === null ? '' : ', paid'}`
  const { code, error, detail, fix, request_id } = failed.data
  const fields = Array.isArray(detail) ? detail.map(({ loc, msg }) => `  ${loc.join('.')}: ${msg}`) : []
  return [
    `${status} ${code}: ${error}`,
    ...fields,
    ...(fix === null ? [] : [fix.action]),
    `Nothing was charged; ${request_id}`,
  ].join('\n')
}

const pretty = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
