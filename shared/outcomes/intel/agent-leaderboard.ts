import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'
import type { LeaderboardMetric } from '#shared/doors/agents.ts'
import { agentLabel, pageLimit } from '../lib/stored-inputs.ts'

const metrics = ['reputation', 'settled_volume', 'calls', 'jobs_completed', 'attestations'] as const

/** The rule by which an agent is ranked at all, and what its value is. */
const ELIGIBLE: Record<LeaderboardMetric, { min_counterparties: number; value: string }> = {
  reputation: { min_counterparties: 3, value: 'lower 90 percent bound of the reputation score, 0..100' },
  settled_volume: { min_counterparties: 0, value: 'cents of successful calls made under the label' },
  calls: { min_counterparties: 0, value: 'successful calls made under the label' },
  jobs_completed: { min_counterparties: 1, value: 'delivered jobs, at most 5 of one counterparty a day' },
  attestations: {
    min_counterparties: 1,
    value: 'rated public attestations by others, at most 5 of one counterparty a day',
  },
}

export const agentLeaderboard = defineOutcome({
  slug: 'agent-leaderboard',
  title: 'Agent leaderboard',
  description:
    'Ranks agents by a named, reproducible measure over a period, as of a snapshot taken every 10 minutes. Reputation ranks ' +
    'by what is certain, not by the mean. Trials and agents that opted out are on no board; equal values share a rank.',
  cents: 2,
  impulse: true,
  agentIdIs: 'subject',
  types: {
    takes: { metric: 'metric', period: 'period', limit: 'count', agent_id: 'json' },
    gives: { rows: 'json', 'rows.0.agent_id': 'agent-id' },
  },
  input: () =>
    z.object({
      metric: documentedDefault(z.enum(metrics), 'reputation').describe('measure'),
      period: documentedDefault(z.enum(['24h', '7d', '30d', 'all']), '30d').describe('period'),
      limit: pageLimit(100, 20),
      agent_id: agentLabel.describe("also return this agent's own rank (label, or label#mark)"),
      opt_out: z
        .boolean()
        .optional()
        .describe('true takes this agent_id of yours off the boards from the next snapshot on, false puts it back'),
    }),
  output: () =>
    z.object({
      rows: z.array(
        z.object({
          rank: z.int(),
          agent_id: z.string(),
          handle: z.string().describe('label#mark where the label belongs to one credential'),
          value: z.number(),
          n: z.int().describe('counterparties, or calls'),
          change_rank: z.int().nullable().describe('places won since the last snapshot; null when new'),
        }),
      ),
      self: z.object({ rank: z.int(), value: z.number(), percentile: z.number() }).nullable(),
      metric: z.enum(metrics),
      period: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
      as_of: z.string().nullable().describe('when the snapshot was taken; null before the first one'),
      eligibility: z.object({ min_counterparties: z.int(), value: z.string(), excluded: z.array(z.string()) }),
      total: z.int().describe('agents ranked'),
    }),
  example: {
    input: { metric: 'reputation', agent_id: 'agent-7' },
    output: {
      rows: [{ rank: 1, agent_id: 'agent-7', handle: 'agent-7', value: 61.4, n: 9, change_rank: 0 }],
      self: { rank: 1, value: 61.4, percentile: 100 },
      metric: 'reputation',
      period: { from: '2026-10-21T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' },
      as_of: '2026-11-20T12:00:00.000Z',
      eligibility: { ...ELIGIBLE.reputation, excluded: ['trial credentials', 'agents that opted out'] },
      total: 1,
    },
  },
  check({ agent_id, opt_out }) {
    if (opt_out !== undefined && agent_id === undefined) {
      throw invalidFields({ path: ['agent_id'], type: 'missing', msg: 'Field required with opt_out' })
    }
  },
  async run({ metric = 'reputation', period = '30d', limit = 20, agent_id, opt_out }, ctx) {
    const { agents } = ctx.store
    if (opt_out !== undefined && agent_id !== undefined) await agents.optOut(agent_id, opt_out)
    const board = await agents.leaderboard({ metric, period, limit, agentId: agent_id ?? null })
    const { self, total } = board
    return {
      rows: board.rows,
      self:
        self === null
          ? null
          : {
              rank: self.rank,
              value: self.value,
              percentile: Math.round((1_000 * (total - self.rank + 1)) / total) / 10,
            },
      metric,
      period: { from: board.from, to: board.takenAt },
      as_of: board.takenAt,
      eligibility: { ...ELIGIBLE[metric], excluded: ['trial credentials', 'agents that opted out'] },
      total,
    }
  },
})
