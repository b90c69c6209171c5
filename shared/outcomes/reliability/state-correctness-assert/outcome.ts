import { z } from 'zod'

import { assertOps, assertVerdict } from './assert-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const path = z.string().max(1_000)

export const stateCorrectnessAssert = defineOutcome({
  slug: 'state-correctness-assert',
  title: 'State correctness assert',
  description:
    'Holds a state against assertions, invariants in a small exact expression language, allowed transitions from the ' +
    'previous state and a JSON Schema. Says what fails where; what cannot be evaluated fails too. Decimals are exact.',
  cents: 8,
  decisions: ['allow', 'review', 'block'],
  maxBodyBytes: 2_097_152,
  isolation: 'thread',
  types: {
    takes: { state: 'json', assertions: 'json', invariants: 'json', schema: 'json-schema' },
    gives: { decision: 'decision' },
    also: { state_digest: 'sha256' },
  },
  input: () =>
    guardInput({
      state: z.unknown().describe('state to check'),
      assertions: z
        .array(
          z
            .object({
              id: z.string().max(200).optional(),
              path,
              op: z.enum(assertOps),
              value: z.unknown().optional(),
              severity: documentedDefault(z.enum(['error', 'warning']), 'error'),
              message: z.string().max(1_000).optional(),
            })
            .loose(),
        )
        .max(1_000)
        .optional()
        .describe(
          '{id?, path (JSON pointer with * wildcard), op, value?, severity error|warning, message?}; ops eq ne lt lte gt gte in nin exists absent type matches length between unique sorted before after subset_of each any sum_eq schema',
        ),
      invariants: z
        .array(z.string().min(1).max(2_000))
        .max(500)
        .optional()
        .describe('expressions, e.g. "sum(/lines/*/cents) == /total", "/balance >= 0", "/end > /start"'),
      prior_state: z.unknown().optional().describe('previous state'),
      transitions: z
        .array(
          z
            .object({
              path,
              allowed: boundedRecord(z.string().max(1_000), z.array(z.unknown()).max(1_000), 1_000).optional(),
              monotonic: z.enum(['increasing', 'decreasing', 'constant']).optional(),
            })
            .loose(),
        )
        .max(500)
        .optional()
        .describe(
          '{path, allowed {from: [to]}} state-machine edges, {path, monotonic: increasing|decreasing|constant}',
        ),
      schema: jsonObject().optional().describe('JSON Schema'),
    }),
  output: assertVerdict,
  example: exampleFrom(example),
  check: ({ state, assertions, invariants, transitions, schema, prior_state: prior }) => {
    if (state === undefined) throw invalidFields({ path: ['state'], msg: 'Field required' })
    const asked = (assertions?.length ?? 0) + (invariants?.length ?? 0) + (transitions?.length ?? 0)
    if (asked === 0 && schema === undefined)
      throw invalidFields({
        path: [],
        msg: 'Value error, at least one of assertions, invariants, transitions, schema is needed',
      })
    if ((transitions?.length ?? 0) > 0 && prior === undefined)
      throw invalidFields({ path: ['prior_state'], msg: 'Value error, transitions need prior_state' })
    const empty =
      transitions?.findIndex(({ allowed, monotonic }) => allowed === undefined && monotonic === undefined) ?? -1
    if (empty >= 0)
      throw invalidFields({ path: ['transitions', empty], msg: 'Value error, a transition needs allowed or monotonic' })
  },
  run: async (input) => {
    const { judgeState } = await import('./judge-state.ts')
    return judgeState(input)
  },
})
