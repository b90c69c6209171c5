import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime } from '#shared/engines/guard/instant.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { pointerPattern } from './pointer-pattern.ts'
import { toleranceOf } from './tolerance.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const decisions = ['allow', 'review', 'block'] as const
const PROFILE = 'readback-v1'

export const readbackReceipt = defineOutcome({
  slug: 'readback-receipt',
  title: 'Readback receipt',
  description:
    'Compares what was meant to be written with what is read back, leaf by leaf with tolerances, and issues a signed ' +
    'receipt of the result. Only digests of the states enter the receipt; nothing is stored.',
  cents: 2,
  decisions,
  types: {
    takes: { intended: 'json', observed: 'json', action: 'json', target: 'json' },
    gives: { decision: 'decision', receipt: 'receipt' },
  },
  input: () =>
    guardInput({
      intended: z.unknown().describe('state or fields that the write should have produced'),
      observed: z.unknown().describe('state read back'),
      action: z.string().max(200).optional().describe('what was done'),
      target: z.string().max(500).optional().describe('where'),
      mode: documentedDefault(z.enum(['subset', 'exact']), 'subset').describe('subset: extra observed fields are fine'),
      ignore: z.array(z.string().max(500)).max(200).optional().describe('JSON pointers (with * segments) to ignore'),
      tolerance: boundedRecord(z.string().max(500), z.union([z.number(), z.string().max(100)]), 1_000)
        .optional()
        .describe('{pointer: number}, {pointer: "60s"} for times, or {pointer: "unordered"} for lists'),
      written_at: eventTime.optional().describe('ISO'),
      read_at: eventTime.optional().describe('ISO'),
      agent_id: z.string().max(200).optional().describe('for the receipt'),
    }),
  output: () =>
    z.object({
      ...verdictFields,
      decision: z.enum(decisions),
      verified: z.boolean().describe('no difference left'),
      differences: z
        .array(
          z.object({
            path: z.string(),
            kind: z.enum(['missing', 'extra', 'changed', 'type_changed']),
            intended: z.unknown(),
            observed: z.unknown(),
            within_tolerance: z.boolean(),
          }),
        )
        .describe('at most 200'),
      difference_count: z.int().describe('all that are not within tolerance'),
      matched: z.int().describe('leaf values equal'),
      coverage: z.number().describe('matched of the intended leaves'),
      stale_risk: z.boolean().describe('read before the write or within 1 s of it'),
      receipt: z.object({
        profile: z.literal(PROFILE),
        intended_digest: z.string(),
        observed_digest: z.string(),
        verified: z.boolean(),
        agent_id: z.string(),
        action: z.string(),
        target: z.string(),
        issued_at: z.string(),
        signed_text: z.string().describe('what the signature is over: the members above joined by |'),
        signature: z.string().describe('Ed25519, base64url'),
        key_id: z.string(),
        public_key: z.string().describe('where the public key is'),
      }),
    }),
  example: exampleFrom(example),
  check: (input) => {
    const missing = (['intended', 'observed'] as const).filter((name) => input[name] === undefined)
    const pointers = (input.ignore ?? []).map((text, at) => ({ text, path: ['ignore', at] }))
    const bad = [
      ...missing.map((name) => ({ path: [name], type: 'missing', msg: 'Field required' })),
      ...pointers
        .filter(({ text }) => pointerPattern(text) === null)
        .map(({ path }) => ({ path, msg: 'Value error, not a JSON Pointer: begin it with /' })),
      ...Object.entries(input.tolerance ?? {})
        .filter(([pointer, value]) => pointerPattern(pointer) === null || toleranceOf(value) === null)
        .map(([pointer]) => ({
          path: ['tolerance', pointer],
          msg: 'Value error, a JSON Pointer to a number, a time such as 60s, or "unordered"',
        })),
    ]
    if (bad.length > 0) throw invalidFields(...bad)
    for (const name of ['intended', 'observed'] as const) refuseDeep(name, input[name])
  },
  run: async (input, { now, signing }) => {
    const [{ judgeReadback }, { statementText }] = await Promise.all([
      import('./readback.ts'),
      import('#shared/lib/crypto/signed-statement.ts'),
    ])
    const { digests, ...judged } = judgeReadback(input, input)
    const members = {
      profile: PROFILE,
      ...digests,
      verified: judged.verified,
      agent_id: input.agent_id ?? '',
      action: input.action ?? '',
      target: input.target ?? '',
      issued_at: now().toISOString(),
    } as const
    const signature = await signing.statement(members)
    const public_key = `${signing.baseUrl}/api/v1/outcomes/action-receipt/public-key`
    return {
      ...judged,
      // Safe: a readback asks for nothing but review and block.
      decision: judged.decision as (typeof decisions)[number],
      receipt: { ...members, signed_text: statementText(members), ...signature, public_key },
    }
  },
})
