import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { ownReceipts } from '#shared/outcomes/lib/own-receipts.ts'
import example from './example.json' with { type: 'json' }

const either = z.union([z.looseObject({}), z.string().max(262_144)]).optional()
const text = z.string().nullable()
const decisions = ['allow', 'review', 'block'] as const

export const citationJoinCheck = defineOutcome({
  slug: 'citation-join-check',
  title: 'Citation join check',
  description:
    'Proves that a receipt cites a given decision and that its digest is that of the given content: every join that can ' +
    'be tested, by which way of hashing, and where the chain breaks. Receipts of this service are verified too.',
  cents: 2,
  decisions,
  types: {
    takes: { decision_ref: 'json', receipt: 'receipt', preimage: 'json' },
    gives: { decision: 'decision' },
    also: { 'digest.expected': 'sha256' },
    either: ['decision_ref', 'receipt'],
  },
  input: () =>
    guardInput({
      decision_ref: either.describe('upstream decision id, digest, or decision object'),
      receipt: either.describe('receipt (action-receipt-v1-rt or any with digests)'),
      preimage: either.describe('content that was hashed'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      decision: z.enum(decisions),
      joined: z.boolean().describe('every join that could be tested holds and at least one was tested'),
      joins: z.array(
        z.object({
          join: z.enum(['receipt-decision', 'receipt-preimage', 'decision-preimage']),
          status: z.enum(['match', 'mismatch', 'untestable']),
          left: text,
          right: text,
          method: text,
        }),
      ),
      digest: z
        .object({
          algorithm: z.string(),
          expected: text,
          computed: z.object({ raw: text, jcs: text, trimmed_newline: text }),
        })
        .nullable(),
      signature: z
        .object({ checked: z.boolean(), valid: z.boolean().nullable() })
        .nullable()
        .describe('when the receipt is of this service'),
      broken_at: text.describe('first mismatching join'),
    }),
  example: exampleFrom(example),
  check: ({ decision_ref, receipt, preimage }) => {
    const given = Object.entries({ decision_ref, receipt, preimage }).filter(([, value]) => value !== undefined)
    if (given.length < 2)
      throw invalidFields({ path: [], msg: 'Value error, two of decision_ref, receipt and preimage are needed' })
    for (const [name, value] of given) refuseDeep(name, value)
  },
  run: async (input, ctx) => {
    const [{ joinCitation }, { readReceipt }, { verifySignature }] = await Promise.all([
      import('./join-citation.ts'),
      import('#shared/engines/receipt-checks/read-receipt.ts'),
      import('#shared/engines/receipt-checks/verify-signature.ts'),
    ])
    const receipt = input.receipt === undefined ? null : readReceipt(input.receipt)
    if (input.receipt !== undefined && receipt === null)
      throw invalidFields({ path: ['receipt'], msg: 'Value error, receipt is neither an object nor JSON' })
    const isOurs = receipt?.profile === 'action-receipt-v1-rt' || receipt?.profile === 'readback-v1'
    const judged = joinCitation({
      decisionRef: input.decision_ref,
      receipt: receipt?.fields,
      preimage: input.preimage,
      signature: isOurs ? await verifySignature(receipt, await ownReceipts(ctx)) : null,
      input,
    })
    // Safe: the findings ask for nothing but review and block.
    return { ...judged, decision: judged.decision as (typeof decisions)[number] }
  },
})
