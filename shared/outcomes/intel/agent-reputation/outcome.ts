import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const component = z.object({
  value: z.number().nullable().describe('0 to 1'),
  weight: z.number().describe('share of all weight'),
  n: z.int(),
})

export const agentReputation = defineOutcome({
  slug: 'agent-reputation',
  title: 'Agent reputation',
  description:
    'Reputation of an agent from settlements, deliveries, attestations and disputes, as a Beta posterior with its ' +
    'uncertainty. Who pays for the evidence counts, not what it is called: self-praise, trials, rings, bursts and keys of ' +
    'one wallet are discounted and shown; no counterparty has over a fifth of the weight. Below 3 there is no score.',
  cents: 2,
  impulse: true,
  agentIdIs: 'subject',
  decisions: ['allow', 'review', 'block'],
  types: { takes: { agent_id: 'agent-id' }, gives: { score: 'number', level: 'decision' } },
  input: () =>
    guardInput({
      agent_id: z.string().min(1).max(128).describe('agent (or wallet address)'),
      as_of: z
        .string()
        .max(64)
        .refine((text) => instantOf(text) !== null, 'Not an ISO 8601 time')
        .optional()
        .describe('ISO'),
      include_evidence: documentedDefault(z.boolean(), false).describe('list evidence rows (the newest 200)'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      score: z.number().nullable().describe('0..100 posterior mean; null below 3 independent counterparties'),
      interval: z.object({ low: z.number(), high: z.number() }).nullable().describe('90 percent'),
      level: z.enum(['unknown', 'new', 'emerging', 'established', 'trusted']),
      components: z.object({
        settlement_reliability: component,
        delivery: component,
        attestations: component,
        disputes: component,
        tenure: component.describe('shown, never weighed; n is days'),
      }),
      counterparties: z.int().describe('distinct paying credentials; those that one wallet bought are one'),
      evidence_count: z.int().describe('rows used'),
      discounts: z.array(z.object({ code: z.string(), rows: z.int(), effect: z.string() })),
      disputes: z.object({ open: z.int(), lost: z.int(), won: z.int() }),
      first_seen: z.string().nullable(),
      evidence: z.array(z.object({ kind: z.string(), at: z.string(), weight: z.number(), id: z.string() })),
    }),
  example: exampleFrom(example),
  async run(input, ctx) {
    const { reputationVerdict } = await import('./reputation-verdict.ts')
    const asOf = new Date(instantOf(input.as_of) ?? ctx.now().getTime())
    return reputationVerdict(input, await ctx.store.agents.evidence(input.agent_id, asOf), asOf)
  },
})
