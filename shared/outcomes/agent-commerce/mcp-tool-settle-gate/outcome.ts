import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: z.object({
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
  output: z.object({
    ...lintFields,
    rail: z.enum(rails).nullable(),
    reasons: z.array(z.object({ code: z.string(), message: z.string() })),
    balance_after_cents: z.int().nullable().describe('for prepaid'),
    selected_accept: object.nullable().describe('for on-chain rails'),
    call: object.nullable().describe('{method: tools/call, params} with the place for the payment'),
    arguments_valid: z.boolean().nullable().describe('null when they could not be checked'),
  }),
  example: {
    input: { tool_name: 'search', payment_mode: 'auto', prepaid_balance_cents: 10, price_cents: 2 },
    output: {
      valid: true,
      decision: 'go',
      x402_version: null,
      findings: [],
      summary: {
        errors: 0,
        warnings: 0,
        infos: 0,
      },
      input_digest: '7fab569d30139fee66c4da9f364f633745412b6bbb1111a311690611ed73d606',
      rail: 'prepaid',
      reasons: [
        {
          code: 'pays_by_prepaid',
          message: 'The prepaid key covers the price.',
        },
      ],
      balance_after_cents: 8,
      selected_accept: null,
      call: {
        method: 'tools/call',
        params: {
          name: 'search',
          arguments: {},
        },
        headers: {
          'X-Service-Key': '<prepaid key>',
        },
      },
      arguments_valid: null,
    },
  },
  check: ({ tool_schema, accepts, arguments: given }) => {
    for (const [name, value] of Object.entries({ tool_schema, accepts, arguments: given })) refuseDeep(name, value)
  },
  run: async (input) => {
    const { settleGate } = await import('./settle-gate.ts')
    return settleGate(input)
  },
})
