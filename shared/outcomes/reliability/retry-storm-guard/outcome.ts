import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { retryVerdict } from './retry-verdict.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const name = z.string().max(500)
const status = z.int().min(100).max(599)
const milliseconds = z.number().min(0).max(86_400_000)

export const retryStormGuard = defineOutcome({
  slug: 'retry-storm-guard',
  title: 'Retry storm guard',
  description:
    'Reads an attempt log, detects retry storms (budget, amplification, immediate or synchronised retries, Retry-After ' +
    'ignored, final errors retried, nested layers), keeps a circuit per target, and says whether, when and how to retry.',
  cents: 8,
  pure: true,
  decisions,
  maxBodyBytes: 2_097_152,
  types: {
    takes: { events: 'json', window_ms: 'json', max_attempts: 'json', policy: 'json' },
    gives: { decision: 'decision' },
  },
  input: () =>
    guardInput({
      events: z
        .array(
          z
            .object({
              ts: eventTime,
              target: name.min(1),
              op: name.optional(),
              client: name.optional(),
              attempt: z.int().min(1).max(1_000_000).optional(),
              status: status.optional(),
              ok: z.boolean().optional(),
              error: z.string().max(10_000).optional(),
              retry_after_s: z.number().min(0).max(31_536_000).optional(),
              latency_ms: milliseconds.optional(),
            })
            .loose(),
        )
        .min(1)
        .max(5_000)
        .describe('{ts, target, op?, client?, attempt?, status?, ok?, error?, retry_after_s?, latency_ms?}'),
      window_ms: documentedDefault(z.int().min(1_000).max(3_600_000), 60_000).describe('analysis window ending at now'),
      max_attempts: documentedDefault(z.int().min(1).max(50), 5).describe('per operation'),
      retry_budget_ratio: documentedDefault(z.number().min(0).max(1), 0.1).describe('retries to first attempts'),
      policy: z
        .object({
          base_ms: documentedDefault(z.number().min(1).max(3_600_000), 200),
          cap_ms: documentedDefault(z.number().min(1).max(86_400_000), 30_000),
          jitter: documentedDefault(z.enum(['full', 'equal', 'decorrelated', 'none']), 'full'),
        })
        .loose()
        .optional()
        .describe('{base_ms 200, cap_ms 30000, jitter full|equal|decorrelated|none}'),
      layers: z
        .array(z.int().min(1).max(100))
        .min(1)
        .max(6)
        .optional()
        .describe('attempts per nested layer, e.g. [3,3,4]'),
      next: z
        .object({
          target: name,
          op: name.optional(),
          status: status.optional(),
          idempotent: z.boolean().optional(),
          idempotency_key: z.string().max(255).optional(),
        })
        .loose()
        .optional()
        .describe('{target, op, status, idempotent, idempotency_key?} the retry that is planned'),
      now: nowInput.describe('ISO time, default last event'),
    }),
  output: retryVerdict,
  example: exampleFrom(example),
  run: async (input) => {
    const { judgeRetries } = await import('./judge-retries.ts')
    return judgeRetries(input)
  },
})
