import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { identityDimensions, identityVerdict } from './identity-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const text = z.string().max(2_000)
const texts = z.union([text, z.array(text).max(5_000)])
const anyObject = jsonObject()

const identity = z.looseObject({
  agent_id: text.nullish(),
  name: text.nullish(),
  owner: z.union([text, anyObject]).nullish(),
  public_keys: texts.nullish().describe('hex or base64'),
  model: z.union([text, anyObject]).nullish(),
  system_prompt: z.string().max(200_000).nullish(),
  tools: z
    .array(z.union([text, anyObject]))
    .max(2_000)
    .nullish()
    .describe('names or definitions'),
  permissions: z.array(text).max(5_000).nullish(),
  endpoints: texts.nullish(),
  wallet: z.union([texts, anyObject]).nullish(),
  policies: z.union([z.string().max(50_000), z.array(z.unknown()).max(1_000), anyObject]).nullish(),
  samples: z.array(z.string().max(50_000)).max(2_000).optional().describe('answers of the agent, 20 or more'),
})

const share = (value: number) => z.number().min(0).max(1).optional().meta({ default: value })

export const identityDriftCheck = defineOutcome({
  slug: 'identity-drift-check',
  title: 'Identity drift check',
  description:
    'Compares an agent’s accepted identity with what it is now: id, owner, keys (with proof of rotation), wallet, model, ' +
    'tools, permissions, endpoints, policies, instructions and behaviour. Names lost constraints, escalated permissions, ' +
    'new money or shell tools and injected instructions, and scores the drift.',
  cents: 10,
  decisions: ['allow', 'review', 'require_confirm', 'block'],
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  types: { takes: { baseline: 'json', current: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
      baseline: identity.describe(
        '{agent_id, name, owner, public_keys, model, system_prompt, tools, permissions, endpoints, wallet, policies, samples}; ' +
          'what is left out is unknown, what is empty is none',
      ),
      current: identity
        .extend({
          rotation: z
            .union([anyObject, z.array(anyObject).max(100)])
            .optional()
            .describe('{old_key, new_key, signature}: Ed25519 by the old key over the new one'),
        })
        .describe('same shape, and rotation'),
      weights: boundedRecord(z.string().max(200), z.number().min(0).max(1_000), 100)
        .optional()
        .describe('{dimension: weight}'),
      thresholds: z
        .looseObject({ review: share(0.15), block: share(0.4) })
        .optional()
        .describe('{review 0.15, block 0.4}'),
      strict_fields: z
        .array(z.enum(identityDimensions))
        .max(20)
        .optional()
        .meta({ default: ['agent_id', 'owner', 'public_keys', 'wallet'] })
        .describe('any change is critical'),
    }),
  output: identityVerdict,
  example: exampleFrom(example),
  check: ({ weights = {}, thresholds = {} }) => {
    const known: readonly string[] = identityDimensions
    const unknown = Object.keys(weights).filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw invalidFields(
        ...unknown
          .slice(0, 20)
          .map((name) => ({ path: ['weights', name], msg: `Value error, dimensions are ${known.join(', ')}` })),
      )
    const { review = 0.15, block = 0.4 } = thresholds
    if (review > block)
      throw invalidFields({ path: ['thresholds', 'review'], msg: 'Value error, review is above block', input: review })
  },
  async run(input) {
    const { judgeIdentity } = await import('./judge-identity.ts')
    return judgeIdentity(input)
  },
})
