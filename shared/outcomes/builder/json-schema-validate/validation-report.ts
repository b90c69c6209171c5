import { invalidFields } from '#shared/errors.ts'

import { isObject } from '#shared/engines/json/json-value.ts'
import { lintSchema } from './schema/lint-schema.ts'
import type { Warning } from './schema/lint-schema.ts'
import type { SchemaProblem } from '#shared/engines/json/schema/check-schema.ts'
import type { Draft } from '#shared/engines/json/schema/draft.ts'
import type { Finding } from '#shared/engines/json/schema/sink.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'

type Request = {
  /** A schema, or JSON text of one. */
  schema: unknown
  /** An instance, or with `dataIsText` JSON text of one. */
  data: unknown
  dataIsText: boolean
  draft: Draft | 'auto'
  assertsFormat: boolean
  wantsAll: boolean
}

type ValidationReport = {
  valid: boolean
  draft: Draft
  errors: readonly Finding[]
  errorCount: number
  schemaErrors: readonly SchemaProblem[]
  warnings: readonly Warning[]
  /** JSON Pointer of an absent member to the default it would take. */
  defaults: Readonly<Record<string, unknown>>
}

const MAX_ERRORS = 100

/** Validates an instance and says where and why it fails. A schema that cannot be used is a result, broken text is not. */
export function validationReport({
  schema,
  data,
  dataIsText,
  draft,
  assertsFormat,
  wantsAll,
}: Request): ValidationReport {
  const document = typeof schema === 'string' ? parsed('schema', schema) : schema
  if (typeof document !== 'boolean' && !isObject(document)) {
    throw invalidFields({ path: ['schema'], msg: 'Value error, a JSON Schema is an object or a boolean' })
  }
  const instance = dataIsText ? parsed('data', data) : data
  const compiled = compileSchema(document, draft === 'auto' ? draftOf(document) : draft)
  const { index, patterns, problems } = compiled
  const base = { draft: compiled.draft, errors: [], errorCount: 0, defaults: {} }
  if (problems.length > 0) return { ...base, valid: false, schemaErrors: problems, warnings: [] }

  const warnings = lintSchema(index, patterns)
  const verdict = compiled.validate(instance, { assertsFormat, wantsAll, keep: MAX_ERRORS, wantsDefaults: true })
  if (verdict.problems.length > 0) return { ...base, valid: false, schemaErrors: verdict.problems, warnings }
  return {
    ...base,
    valid: verdict.holds,
    errors: verdict.findings,
    errorCount: verdict.count,
    schemaErrors: [],
    warnings,
    defaults: Object.fromEntries(verdict.defaults),
  }
}

function parsed(field: 'schema' | 'data', text: unknown): unknown {
  try {
    if (typeof text === 'string') return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw invalidFields({ path: [field], msg: `JSON decode error, ${reason}`, type: 'json_invalid' })
  }
  throw invalidFields({ path: [field], msg: 'Input should be a valid string of JSON text', type: 'string_type' })
}
