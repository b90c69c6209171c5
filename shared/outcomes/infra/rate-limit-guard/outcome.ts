import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const headerValue = z.union([z.string().max(2_000), z.number(), z.array(z.string().max(2_000)).max(20)])

export const rateLimitGuard = defineOutcome({
  slug: 'rate-limit-guard',
  title: 'Rate-limit guard',
  description:
    'A shared GCRA rate limiter for agents: any number of callers at once get exactly what fits, refused calls take ' +
    "nothing. Also respects the target's own RateLimit, X-RateLimit-* and Retry-After headers.",
  cents: 2,
  inGuards: true,
  settle: 'before',
  decisions: ['allow', 'block'],
  types: { takes: { key: 'key', limit: 'json', period_seconds: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
      key: z.string().min(1).max(200).describe('what is limited, scoped to the caller'),
      limit: documentedDefault(z.int().min(1).max(1_000_000), 60).describe('requests per period'),
      period_seconds: documentedDefault(z.int().min(1).max(86_400), 60).describe('period'),
      burst: z.int().min(1).max(1_000_000).optional().describe('bucket size, default limit'),
      cost: documentedDefault(z.int().min(0).max(100_000), 1).describe('tokens this call takes; 0 peeks'),
      response_headers: boundedRecord(z.string().max(200), headerValue, 200)
        .optional()
        .describe("headers of the target's last answer (RateLimit, X-RateLimit-*, Retry-After) to respect"),
      now: nowInput.describe(
        'ISO time that dates in response_headers are judged by; the bucket always uses the real time',
      ),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      allowed: z.boolean().describe('decision is allow'),
      remaining: z.int().describe('whole tokens left'),
      reset_after_s: z.number().describe('until the bucket is full'),
      retry_after_s: z.number().nullable().describe('0 when allowed; null when the cost never fits'),
      limit: z.object({ limit: z.int(), period_seconds: z.int(), burst: z.int() }),
      upstream: z
        .object({
          limit: z.number().nullable(),
          remaining: z.number().nullable(),
          reset_s: z.number().nullable(),
          retry_after_s: z.number().nullable(),
          source_header: z.string(),
        })
        .nullable(),
    }),
  example: {
    input: { key: 'api.shop.example', limit: 10, period_seconds: 60 },
    output: {
      decision: 'allow',
      reasons: [],
      checks: [
        { id: 'bucket', status: 'pass', detail: '10 per 60 s, burst 10: 9 tokens left after this call' },
        { id: 'upstream', status: 'skipped', detail: 'response_headers was not given' },
      ],
      risk_score: 0,
      next_action: 'Send the request now.',
      input_digest: '9ad1f1ea0b0d646d7669bc149d41b184afc575d6f077d246c29cdd9bd4d9c629',
      ruleset: 'rate-limit/2026-11-20',
      allowed: true,
      remaining: 9,
      reset_after_s: 6,
      retry_after_s: 0,
      limit: { limit: 10, period_seconds: 60, burst: 10 },
      upstream: null,
    },
  },
  check({ response_headers = {} }) {
    if (Object.keys(response_headers).length > 100) {
      throw invalidFields({ path: ['response_headers'], msg: 'Value error, at most 100 headers' })
    }
  },
  async run(input, ctx) {
    const { judgeRate } = await import('./judge-rate.ts')
    const { limit = 60, period_seconds: periodS = 60, cost = 1 } = input
    const asked = { key: input.key, limit, periodS, burst: input.burst ?? limit, cost }
    const upstreamAt = instantOf(input.now) ?? ctx.now().getTime()
    return judgeRate(input, asked, upstreamAt, (wish) => ctx.store.rates.take(wish))
  },
})
