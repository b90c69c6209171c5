import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { contractKinds, pinVerdict } from './pin-verdict.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const contract = z.union([jsonObject(), z.array(jsonObject()).min(1).max(2_000), z.string().min(1).max(1_000_000)])

export const contractPinGuard = defineOutcome({
  slug: 'contract-pin-guard',
  title: 'Contract pin guard',
  description:
    'Compares an MCP tool or catalog, JSON Schema or OpenAPI document with the one that was accepted: canonical hash, ' +
    'what changed and for whom it breaks, rewritten texts, flipped annotations and rug pulls. Gives the pin to store.',
  cents: 8,
  decisions,
  maxBodyBytes: 2_097_152,
  isolation: 'thread',
  input: guardInput({
    contract: contract.describe('MCP tool(s), JSON Schema, OpenAPI document or operation'),
    pinned_hash: z
      .string()
      .regex(/^(?:sha256:)?[0-9a-f]{64}$/i)
      .optional()
      .describe('sha256 hex of the accepted contract'),
    pinned_contract: contract.optional().describe('the accepted contract itself (gives a semantic diff)'),
    kind: documentedDefault(z.enum(['auto', ...contractKinds]), 'auto').describe('interpretation'),
    allow: z.array(z.string().max(100)).max(50).optional().describe('change codes accepted without review'),
  }),
  output: pinVerdict,
  example: {
    input: {
      contract: { a: 1, b: 2 },
      pinned_hash: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
    },
    output: {
      decision: 'allow',
      reasons: [],
      checks: [
        {
          id: 'hash',
          status: 'pass',
          detail: 'the hash is the pinned one',
        },
        {
          id: 'diff',
          status: 'skipped',
          detail: 'pinned_contract was not given',
        },
        {
          id: 'texts',
          status: 'pass',
          detail: '0 changed text(s)',
        },
      ],
      risk_score: 0,
      next_action: 'Call it; the contract is the accepted one.',
      input_digest: 'a8caad856cd1b604e44b191dbed6543b268cbb2a8362eac4d10d208cc36829e5',
      ruleset: 'contract-pin/2026-11-20',
      hash: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
      canonical_bytes: 13,
      matches_pin: true,
      pin: {
        hash: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
        kind: 'raw',
        per_item: {
          raw: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
        },
        created_at: '2026-11-20T12:00:00.000Z',
      },
      changed_items: [],
      changes: [],
      text_changes: [],
      rug_pull_risk: 'none',
    },
  },
  run: async (input, ctx) => {
    const { judgePin } = await import('./judge-pin.ts')
    return judgePin(input, ctx.now())
  },
})
