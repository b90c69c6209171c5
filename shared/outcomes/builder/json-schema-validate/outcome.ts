import { z } from 'zod'

import { DRAFTS } from '#shared/engines/json/schema/draft.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const jsonSchemaValidate = defineOutcome({
  slug: 'json-schema-validate',
  title: 'JSON Schema validate',
  description:
    'Validates data against a JSON Schema of any draft from 4 to 2020-12, with located, readable errors that name the closest alternative, warnings about mistakes in the schema, and the defaults that would apply. Never fetches a reference.',
  cents: 1,
  maxBodyBytes: 2 * 1024 * 1024,
  isolation: 'thread',
  types: { takes: { schema: 'json-schema', data: 'json' }, gives: { errors: 'json', valid: 'decision' } },
  input: () =>
    z.object({
      schema: z
        .union([z.looseObject({}), z.boolean(), z.string().max(2_097_152)])
        .describe('JSON Schema, or JSON text of it'),
      data: z.unknown().describe('instance, or JSON text with data_is_text'),
      data_is_text: z.boolean().default(false).describe('parse data as JSON text first'),
      draft: z
        .enum(['auto', ...DRAFTS])
        .default('auto')
        .describe('auto reads $schema, default 2020-12'),
      assert_format: z.boolean().default(true).describe('treat format as an assertion'),
      all_errors: z.boolean().default(true).describe('collect all errors; false stops at the first'),
    }),
  output: () =>
    z.object({
      valid: z.boolean(),
      draft: z.enum(DRAFTS).describe('draft applied'),
      errors: z
        .array(
          z.object({
            instance_path: z.string().describe('JSON Pointer into data'),
            schema_path: z.string().describe('URI fragment into schema, or URI of a meta-schema'),
            keyword: z.string(),
            message: z.string(),
            params: z.record(z.string(), z.unknown()),
            expected: z.string(),
            actual: z.unknown(),
          }),
        )
        .describe('at most 100; where no alternative of anyOf or oneOf matches, the closest one comes first'),
      error_count: z.int().describe('total before the cut'),
      schema_valid: z
        .boolean()
        .describe('the schema can be used: valid against its meta-schema, every reference found'),
      schema_errors: z.array(
        z.object({
          code: z.enum(['meta_schema', 'unresolved_ref', 'invalid_pattern', 'endless_schema']),
          schema_path: z.string(),
          keyword: z.string(),
          message: z.string(),
        }),
      ),
      warnings: z.array(z.object({ code: z.string(), schema_path: z.string(), message: z.string() })),
      annotations: z.record(z.string(), z.unknown()).describe('defaults that would apply, by JSON Pointer'),
    }),
  example: exampleFrom(example),
  check: ({ data, data_is_text: isText }) => {
    if (!isText || typeof data === 'string') return
    throw invalidFields({
      path: ['data'],
      msg: 'Input should be a valid string, as data_is_text is true',
      type: 'string_type',
    })
  },
  run: async ({
    schema,
    data,
    data_is_text: dataIsText,
    draft,
    assert_format: assertsFormat,
    all_errors: wantsAll,
  }) => {
    const { validationReport } = await import('./validation-report.ts')
    const report = validationReport({ schema, data, dataIsText, draft, assertsFormat, wantsAll })
    return {
      valid: report.valid,
      draft: report.draft,
      errors: [...report.errors],
      error_count: report.errorCount,
      schema_valid: report.schemaErrors.length === 0,
      schema_errors: [...report.schemaErrors],
      warnings: [...report.warnings],
      annotations: report.defaults,
    }
  },
})
