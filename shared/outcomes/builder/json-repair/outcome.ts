import { z } from 'zod'

import { defineOutcome } from '#shared/outcomes/define.ts'

const MAX_LISTED = 500

export const jsonRepair = defineOutcome({
  slug: 'json-repair',
  title: 'JSON repair',
  description:
    'Turns almost-JSON (chat answers, logs, Python literals, truncated streams) into valid JSON, says exactly what it changed and where, and can fit the value to a JSON Schema without losing anything. Refuses text that holds no JSON.',
  cents: 1,
  impulse: true,
  featured: 1,
  // A million characters may take six bytes each as JSON escapes.
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  types: { takes: { text: 'broken-json', schema: 'json-schema' }, gives: { value: 'json', json: 'json-text' } },
  input: () =>
    z.object({
      text: z.string().min(1).max(1_000_000).describe('broken JSON, possibly inside prose or a code fence'),
      schema: z
        .looseObject({})
        .optional()
        .describe('JSON Schema (draft 4 to 2020-12) the repaired value is coerced to and validated against'),
      mode: z
        .enum(['best_effort', 'strict'])
        .default('best_effort')
        .describe('strict refuses repairs that may lose data'),
    }),
  output: () =>
    z.object({
      value: z.unknown(),
      json: z.string().describe('canonical minified text of value (RFC 8785)'),
      was_valid: z.boolean().describe('input parsed as it was'),
      repairs: z
        .array(z.object({ code: z.string(), at: z.int(), detail: z.string() }))
        .describe('at most 500, in text order; at is a UTF-16 offset'),
      repair_count: z.int().describe('total before the cut'),
      confidence: z.number().describe('1 lossless, 0.7 structure was rebuilt, 0.4 content was guessed or dropped'),
      lossy: z.boolean().describe('text was dropped or a value guessed'),
      notes: z
        .array(z.object({ code: z.string(), at: z.int(), detail: z.string() }))
        .describe('worth knowing, unchanged'),
      schema_valid: z.boolean().nullable().describe('null without schema'),
      schema_errors: z.array(z.object({ path: z.string(), keyword: z.string(), message: z.string() })),
      coercions: z
        .array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() }))
        .describe('at most 500; made to satisfy the schema'),
      coercion_count: z.int().describe('total before the cut'),
    }),
  example: {
    input: { text: "Here you go: {name: 'Ada', langs: ['en', 'fr',], active: True}" },
    output: {
      value: { name: 'Ada', langs: ['en', 'fr'], active: true },
      json: '{"active":true,"langs":["en","fr"],"name":"Ada"}',
      was_valid: false,
      repairs: [
        { code: 'extracted_from_prose', at: 13, detail: 'took the value out of the text around it' },
        { code: 'quoted_key', at: 14, detail: 'put quotes around the key name' },
        { code: 'single_quotes', at: 20, detail: 'replaced single quotes by double quotes' },
        { code: 'quoted_key', at: 27, detail: 'put quotes around the key langs' },
        { code: 'single_quotes', at: 35, detail: 'replaced single quotes by double quotes' },
        { code: 'single_quotes', at: 41, detail: 'replaced single quotes by double quotes' },
        { code: 'trailing_comma', at: 45, detail: 'removed the comma after the last entry' },
        { code: 'quoted_key', at: 49, detail: 'put quotes around the key active' },
        { code: 'python_literal', at: 57, detail: 'True became true' },
      ],
      repair_count: 9,
      confidence: 1,
      lossy: false,
      notes: [],
      schema_valid: null,
      schema_errors: [],
      coercions: [],
      coercion_count: 0,
    },
  },
  run: async ({ text, schema, mode }) => {
    const { repairReport } = await import('./repair-report.ts')
    const report = repairReport({ text, schema, isStrict: mode === 'strict' })
    return {
      value: report.value,
      json: report.json,
      was_valid: report.wasValid,
      repairs: report.repairs.slice(0, MAX_LISTED).map(({ code, at, detail }) => ({ code, at, detail })),
      repair_count: report.repairs.length,
      confidence: report.confidence,
      lossy: report.isLossy,
      notes: [...report.notes],
      schema_valid: report.isSchemaValid,
      schema_errors: report.schemaErrors.map(({ instance_path: path, keyword, message }) => ({
        path,
        keyword,
        message,
      })),
      coercions: report.coercions.slice(0, MAX_LISTED).map(({ path, from, to }) => ({ path, from, to })),
      coercion_count: report.coercions.length,
    }
  },
})
