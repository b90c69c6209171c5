import { z } from 'zod'

import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

export const jsonSchemaDiff = defineOutcome({
  slug: 'json-schema-diff',
  title: 'JSON Schema diff',
  description:
    'Tells whether a schema change breaks producers or consumers, change by change, each break proven by an instance that ' +
    'was validated against both versions. Drafts 4 to 2020-12, local references, tool definitions. What cannot be decided ' +
    'is named and never called compatible.',
  cents: 3,
  maxBodyBytes: 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'block', 'review'],
  types: {
    takes: { old_schema: 'json-schema', new_schema: 'json-schema' },
    gives: { changes: 'json', decision: 'decision' },
  },
  input: () =>
    z.object({
      old_schema: jsonObject().describe('previous schema (or tool definition with inputSchema)'),
      new_schema: jsonObject().describe('next schema'),
      role: z
        .enum(['consumer', 'producer', 'both'])
        .default('both')
        .describe(
          'consumer: reads data under the schema, the new one must accept all old data. producer: emits data, new data must satisfy the old schema',
        ),
      allow: z.array(z.string().max(64)).max(50).default([]).describe('change codes accepted'),
    }),
  output: () =>
    z.object({
      decision: z
        .enum(['allow', 'block', 'review'])
        .describe('review: nothing is proven to break, but parts are undecided'),
      compatible: z.boolean(),
      level: z.enum(['none', 'patch', 'minor', 'major']).describe('semver advice; undecided counts as major'),
      changes: z
        .array(
          z.object({
            code: z.string(),
            path: z.string().describe('JSON Pointer into the schema that has it'),
            old: z.unknown(),
            new: z.unknown(),
            breaking_for: z.array(z.enum(['consumer', 'producer'])),
            accepted: z.boolean().describe('its code is in allow'),
            message: z.string(),
            witness: z
              .unknown()
              .optional()
              .describe('an instance the one schema accepts and the other refuses; left out where it is long'),
            witness_at: z
              .object({ path: z.string(), value: z.unknown() })
              .optional()
              .describe('the place in it that matters'),
          }),
        )
        .describe('at most 500'),
      change_count: z.int(),
      breaking_count: z.int().describe('changes breaking for role and not accepted'),
      summary: z.record(z.string(), z.int()).describe('count by code'),
      unknown: z.array(z.object({ path: z.string(), reason: z.string() })),
    }),
  example: {
    input: {
      old_schema: { type: 'object', properties: { a: { type: 'string' } } },
      new_schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      role: 'consumer',
    },
    output: {
      decision: 'block',
      compatible: false,
      level: 'major',
      changes: [
        {
          code: 'required_added',
          path: '/required',
          old: null,
          new: 'a',
          breaking_for: ['consumer'],
          accepted: false,
          message: '"a" has to be given now',
          witness: {},
          witness_at: { path: '', value: {} },
        },
      ],
      change_count: 1,
      breaking_count: 1,
      summary: { required_added: 1 },
      unknown: [],
    },
  },
  check({ old_schema, new_schema }) {
    refuseDeep('old_schema', old_schema)
    refuseDeep('new_schema', new_schema)
  },
  async run({ old_schema: oldSchema, new_schema: newSchema, role, allow }) {
    const { diffSchemas } = await import('./diff-schemas.ts')
    return diffSchemas({ oldSchema, newSchema, role, allow })
  },
})
