import { Refusal } from '#shared/errors.ts'

import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'

/** Extensions judged one by one; a document with more is judged by its first ones. */
const MOST_EXTENSIONS = 50
const MOST_FAILURES = 5

/**
 * Checks extensions: each has info and schema objects, and its info matches its own schema (x402 v2 5.1.2). Clients
 * echo unknown extensions, so errors prevent no payment; only directories and helpers break.
 */
export function lintExtensions(report: PaymentReport, extensions: JsonObject): void {
  for (const [name, extension] of Object.entries(extensions).slice(0, MOST_EXTENSIONS)) {
    const at = `/extensions/${pointerToken(name)}`
    const info = isObject(extension) ? ownValue(extension, 'info') : undefined
    const schema = isObject(extension) ? ownValue(extension, 'schema') : undefined
    if (!isObject(info)) report.add('PR_EXTENSION_SHAPE', `${at}/info`, { name, field: 'info' })
    if (!isObject(schema)) report.add('PR_EXTENSION_SHAPE', `${at}/schema`, { name, field: 'schema' })
    if (isObject(info) && isObject(schema)) lintInfo(report, { name, at, info, schema })
  }
}

type Extension = { name: string; at: string; info: JsonObject; schema: JsonObject }

function lintInfo(report: PaymentReport, { name, at, info, schema }: Extension): void {
  try {
    const compiled = compileSchema(schema, draftOf(schema))
    const [problem] = compiled.problems
    if (problem !== undefined) {
      report.add('PR_EXTENSION_SCHEMA', `${at}/schema`, { name, why: problem.message })
      return
    }
    const verdict = compiled.validate(info, { assertsFormat: false, wantsAll: true, keep: MOST_FAILURES })
    for (const failure of verdict.findings)
      report.add('PR_EXTENSION_INFO', `${at}/info${failure.instance_path}`, { name, why: failure.message })
    for (const endless of verdict.problems)
      report.add('PR_EXTENSION_SCHEMA', `${at}/schema`, { name, why: endless.message })
  } catch (error) {
    // A schema too large or too laborious to be applied: a finding about it, not the end of the lint.
    if (!(error instanceof Refusal)) throw error
    report.add('PR_EXTENSION_SCHEMA', `${at}/schema`, { name, why: error.message })
  }
}
