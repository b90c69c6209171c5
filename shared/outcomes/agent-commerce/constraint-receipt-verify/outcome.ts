import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { readConstraints } from './constraint.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { ownReceipts } from '#shared/outcomes/lib/own-receipts.ts'
import example from './example.json' with { type: 'json' }

const object = z.looseObject({})
const decisions = ['allow', 'review', 'block'] as const

export const constraintReceiptVerify = defineOutcome({
  slug: 'constraint-receipt-verify',
  title: 'Constraint receipt verify',
  description:
    'Verifies a receipt’s signature and tests the action it records against explicit constraints: amounts, payees, ' +
    'actions, networks, times. A field the signature does not cover counts as unproved. Own receipts, JWS and x402 ' +
    'offers and receipts.',
  cents: 2,
  decisions,
  types: { takes: { receipt: 'receipt', constraints: 'json', public_key: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
      receipt: z.union([object, z.string().max(262_144)]).describe('receipt'),
      constraints: z
        .union([z.array(object).max(200), object])
        .describe(
          '{field, op: eq|ne|lt|lte|gt|gte|in|not_in|matches|exists|before|after|within_s, value, required}; or shorthand ' +
            '{max_amount_cents, allowed_payees, allowed_actions, network, not_before, not_after, agent_id}',
        ),
      public_key: z
        .union([object, z.string().max(5_000)])
        .optional()
        .describe('JWK, raw key or EVM address for foreign receipts; own receipts use the published key'),
      payload: z
        .union([object, z.string().max(262_144)])
        .optional()
        .describe('preimage to check payload_digest'),
      now: nowInput,
    }),
  output: () =>
    z.object({
      ...verdictFields,
      decision: z.enum(decisions),
      signature: z.object({
        present: z.boolean(),
        checked: z.boolean(),
        valid: z.boolean().nullable(),
        key_id: z.string().nullable(),
        signer: z
          .enum(['ours', 'given', 'payee', 'carried'])
          .nullable()
          .describe('by what the signer is known; carried: only by the receipt itself'),
        reason: z.string().nullable(),
      }),
      results: z.array(
        z.object({
          constraint: z.string(),
          field: z.string(),
          actual: z.unknown(),
          status: z.enum(['satisfied', 'violated', 'unverifiable']),
        }),
      ),
      satisfied: z.boolean().describe('all satisfied and the signature is valid'),
      violations: z.int(),
      unverifiable: z.int().describe('absent from the receipt, or not covered by its signature'),
      digest_match: z.boolean().nullable().describe('payload against payload_digest'),
    }),
  example: exampleFrom(example),
  check: ({ receipt, constraints, payload }) => {
    for (const [name, value] of Object.entries({ receipt, constraints, payload })) refuseDeep(name, value)
    readConstraints(constraints)
  },
  run: async (input, ctx) => {
    const [{ readReceipt }, { verifySignature }, { verifyConstraints }, keys] = await Promise.all([
      import('#shared/engines/receipt-checks/read-receipt.ts'),
      import('#shared/engines/receipt-checks/verify-signature.ts'),
      import('./verify-constraints.ts'),
      ownReceipts(ctx, input.public_key),
    ])
    const receipt = readReceipt(input.receipt)
    if (receipt === null)
      throw invalidFields({
        path: ['receipt'],
        msg: 'Value error, receipt is neither an object, JSON, a header value nor a JWS',
      })
    const judged = verifyConstraints({
      receipt,
      constraints: readConstraints(input.constraints),
      signature: await verifySignature(receipt, keys),
      payload: input.payload,
      nowMs: instantOf(input.now) ?? ctx.now().getTime(),
      input,
    })
    // Safe: the findings ask for nothing but review and block.
    return { ...judged, decision: judged.decision as (typeof decisions)[number] }
  },
})
