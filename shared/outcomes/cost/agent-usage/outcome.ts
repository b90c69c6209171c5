import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { agentLabel } from '#shared/outcomes/lib/stored-inputs.ts'

const DAYS_MS = 86_400_000
const time = z
  .string()
  .max(64)
  .refine((text) => instantOf(text) !== null, 'Not an ISO 8601 time')
  .optional()

export const agentUsage = defineOutcome({
  slug: 'agent-usage',
  title: 'Agent usage',
  description:
    "The caller's own consumption from the ledger: calls, spend, errors and latency by slug, day, pack, agent or rail, what " +
    'failed and cost nothing, and where a pass, a bundle or a kept answer would have been cheaper. This call is not counted.',
  cents: 1,
  impulse: true,
  agentIdIs: 'subject',
  types: {
    takes: { agent_id: 'agent-id', from: 'period-start', to: 'period-end', group_by: 'usage-group' },
    gives: { totals: 'json', groups: 'json' },
  },
  input: () =>
    z.object({
      agent_id: agentLabel.describe('restrict to one agent label of the caller'),
      from: time.describe('ISO, default 30 days ago'),
      to: time.describe('ISO, default now'),
      group_by: documentedDefault(z.enum(['slug', 'day', 'pack', 'agent', 'rail']), 'slug').describe('grouping'),
    }),
  output: () =>
    z.object({
      totals: z.object({
        calls: z.int(),
        paid_calls: z.int(),
        free_calls: z.int().describe('that moved nothing, such as under a pass'),
        failed_uncharged: z.int(),
        spend_cents: z.int(),
        pass_covered_cents: z.int().describe('list price of what a pass covered'),
      }),
      groups: z.array(
        z.object({
          key: z.string(),
          calls: z.int(),
          spend_cents: z.int(),
          errors: z.int(),
          p50_ms: z.number().nullable(),
          last_called_at: z.string().nullable(),
        }),
      ),
      balance: z
        .object({
          balance_cents: z.int().nullable(),
          credential: z.enum(['key', 'pass', 'trial', 'wallet']),
          expires_at: z.string().nullable(),
        })
        .nullable(),
      advice: z.array(
        z.object({
          code: z.enum(['pass_cheaper', 'bundle_cheaper', 'cache_hit_possible', 'trial_ending']),
          saves_cents: z.int(),
          detail: z.string(),
        }),
      ),
      window: z.object({ from: z.string(), to: z.string() }),
    }),
  example: {
    input: { from: '2026-11-13T12:00:00Z', to: '2026-11-20T12:00:00Z' },
    output: {
      totals: { calls: 4, paid_calls: 3, free_calls: 0, failed_uncharged: 1, spend_cents: 6, pass_covered_cents: 0 },
      groups: [
        {
          key: 'page-markdown',
          calls: 4,
          spend_cents: 6,
          errors: 1,
          p50_ms: 420.5,
          last_called_at: '2026-11-20T11:58:00.000Z',
        },
      ],
      balance: { balance_cents: 494, credential: 'key', expires_at: null },
      advice: [],
      window: { from: '2026-11-13T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' },
    },
  },
  check({ from, to }) {
    const [start, end] = [instantOf(from), instantOf(to)]
    if (start !== null && end !== null && start >= end) {
      throw invalidFields({ path: ['from'], msg: 'Value error, from lies at or after to' })
    }
  },
  async run({ agent_id, from, to, group_by = 'slug' }, ctx) {
    const [{ usageAdvice }, { bundles }] = await Promise.all([
      import('./usage-advice.ts'),
      import('#shared/catalog/bundles.ts'),
    ])
    const end = new Date(instantOf(to) ?? ctx.now().getTime())
    const start = new Date(instantOf(from) ?? end.getTime() - 30 * DAYS_MS)
    const usage = await ctx.store.usage.read({ agentId: agent_id, from: start, to: end, groupBy: group_by })
    const { totals, groups, balance, ...known } = usage
    return {
      totals,
      groups,
      balance,
      advice: usageAdvice({ ...known, balance, bundles, nowMs: ctx.now().getTime() }),
      window: { from: start.toISOString(), to: end.toISOString() },
    }
  },
})
