import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const object = z.looseObject({})
const rails = ['prepaid', 'solana', 'exact_evm'] as const

export const mcpToolSettleGate = defineOutcome({
  slug: 'mcp-tool-settle-gate',
  title: 'MCP tool settle gate',
  description:
    'Decides whether a paid MCP tool call can be paid with what the caller has, on which rail, before calling it: price ' +
    'against accepts, key balance, what the wallet can sign, and the arguments against the tool’s schema, so that no paid ' +
    'call fails on its input.',
  cents: 2,
  isolation: 'thread',
  decisions: lintDecisions,
  types: {
    takes: {
      tool_name: 'name',
      tool_schema: 'json',
      payment_mode: 'json',
      prepaid_balance_cents: 'json',
      price_cents: 'json',
      wallet_kind: 'json',
      accepts: 'json',
      arguments: 'json',
    },
    gives: { decision: 'decision' },
    either: ['tool_name', 'accepts', 'tool_schema'],
  },
  input: () =>
    z.object({
      tool_name: z.string().max(300).optional().describe('MCP tool'),
      tool_schema: object.optional().describe('inputSchema, or the whole tool definition'),
      payment_mode: z
        .enum(['auto', ...rails])
        .default('auto')
        .describe('rail wanted'),
      prepaid_balance_cents: z.int32().optional().describe('balance of the prepaid key'),
      price_cents: z.int32().min(0).optional().describe('price of the call'),
      wallet_kind: z.string().max(50).optional().describe('eoa, smart, svm, custodial or none'),
      accepts: z.array(object).max(100).optional().describe('accepts[] of the tool’s payment-required result'),
      arguments: object.optional().describe('arguments to be sent; validated against the schema'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      rail: z.enum(rails).nullable(),
      reasons: z.array(z.object({ code: z.string(), message: z.string() })),
      balance_after_cents: z.int().nullable().describe('for prepaid'),
      selected_accept: object.nullable().describe('for on-chain rails'),
      call: object.nullable().describe('{method: tools/call, params} with the place for the payment'),
      arguments_valid: z.boolean().nullable().describe('null when they could not be checked'),
    }),
  example: exampleFrom(example),
  check: ({ tool_schema, accepts, arguments: given }) => {
    for (const [name, value] of Object.entries({ tool_schema, accepts, arguments: given })) refuseDeep(name, value)
  },
  run: async (input) => {
    const { settleGate } = await import('./settle-gate.ts')
    return settleGate(input)
  },
})
