import { Refusal } from '#shared/errors.ts'

import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'
import type { GateReport } from './settle-gate.rules.ts'

const MOST_FAILURES = 20

/** Whether arguments fit a tool's input schema (given bare or inside a tool definition); null when one of them is missing. */
export function checkArguments(
  report: GateReport,
  tool: JsonObject | undefined,
  given: JsonObject | undefined,
): boolean | null {
  if (tool === undefined || given === undefined) {
    if (given !== undefined || tool !== undefined)
      report.add('ARGS_NOT_CHECKED', tool === undefined ? '/tool_schema' : '/arguments', {
        what: tool === undefined ? 'tool_schema' : 'arguments',
      })
    return null
  }
  const inner = ownValue(tool, 'inputSchema') ?? ownValue(tool, 'input_schema') ?? ownValue(tool, 'parameters')
  const schema = isObject(inner) ? inner : tool
  const type = ownValue(schema, 'type')
  if (type !== undefined && type !== 'object')
    report.add('SCHEMA_NOT_OBJECT', '/tool_schema/type', { given: preview(type) })
  try {
    const compiled = compileSchema(schema, draftOf(schema))
    const [problem] = compiled.problems
    if (problem !== undefined) {
      report.add('SCHEMA_INVALID', '/tool_schema', { why: problem.message })
      return null
    }
    const verdict = compiled.validate(given, { assertsFormat: false, wantsAll: true, keep: MOST_FAILURES })
    for (const { instance_path, message } of verdict.findings)
      report.add('ARGS_INVALID', `/arguments${instance_path}`, { path: instance_path, why: message })
    for (const { message } of verdict.problems) report.add('SCHEMA_INVALID', '/tool_schema', { why: message })
    return verdict.holds
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    report.add('SCHEMA_INVALID', '/tool_schema', { why: error.message })
    return null
  }
}
