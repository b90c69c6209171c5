import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { retryVerdict } from './retry-verdict.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  decisions,
  maxBodyBytes: 2_097_152,
  input: guardInput({
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
  example: {
    input: {
      events: [
        { ts: '2026-11-20T12:00:00Z', target: 'api.example.com', op: 'GET /orders', status: 429, retry_after_s: 30 },
        { ts: '2026-11-20T12:00:01Z', target: 'api.example.com', op: 'GET /orders', status: 429 },
      ],
      next: { target: 'api.example.com', op: 'GET /orders', status: 429, idempotent: true },
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'retry_after_ignored',
          severity: 'high',
          message: '1 retry came before the time that Retry-After named.',
          path: '/events/1',
          evidence: {
            count: 1,
            events: [1],
          },
        },
      ],
      checks: [
        {
          id: 'attempts_exhausted',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'non_retryable_retried',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'retry_after_ignored',
          status: 'fail',
          detail: '1 retry came before the time that Retry-After named.',
        },
        {
          id: 'retry_budget_exceeded',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'amplification',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'immediate_retries',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'synchronised_retries',
          status: 'pass',
          detail: 'nothing of it in the window',
        },
        {
          id: 'layered_retries',
          status: 'skipped',
          detail: 'layers was not given',
        },
        {
          id: 'next_status',
          status: 'pass',
          detail: 'status 429',
        },
        {
          id: 'next_idempotency',
          status: 'pass',
          detail: 'the operation may be repeated',
        },
        {
          id: 'events',
          status: 'pass',
          detail: '2 of 2 event(s) are in the window',
        },
      ],
      risk_score: 30,
      next_action: 'Wait as long as Retry-After says, and take it as the least wait from now on.',
      input_digest: '1c7d70a78af08c73594a100f5d09779553935da5382f0c4ed7e731329a784156',
      ruleset: 'retry-storm/2026-11-20',
      storm: true,
      metrics: {
        requests: 2,
        first_attempts: 1,
        retries: 1,
        retry_ratio: 1,
        failure_rate: 1,
        amplification: 2,
        peak_rps: 1,
        max_attempts_seen: 2,
      },
      spacing: {
        pattern: 'insufficient',
        median_ms: 1000,
        growth: null,
        jitter_cv: null,
      },
      circuit: {
        state: 'closed',
        opened_at: null,
        probe_at: null,
      },
      per_target: [
        {
          target: 'api.example.com',
          requests: 2,
          failures: 2,
          retries: 1,
          state: 'closed',
        },
      ],
      recommended_delay_ms: {
        min: 29000,
        max: 29800,
      },
      retryable: true,
      layer_amplification: null,
    },
  },
  run: async (input) => {
    const { judgeRetries } = await import('./judge-retries.ts')
    return judgeRetries(input)
  },
})
