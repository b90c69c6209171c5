import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { contractKinds, pinVerdict } from './pin-verdict.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { contract: 'json', pinned_hash: 'sha256', pinned_contract: 'json' },
    gives: { decision: 'decision', hash: 'sha256' },
    also: { 'pin.hash': 'sha256' },
  },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
  run: async (input, ctx) => {
    const { judgePin } = await import('./judge-pin.ts')
    return judgePin(input, ctx.now())
  },
})
