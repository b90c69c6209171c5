import { invalidFields, Refusal } from '#shared/errors.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { coerceToSchema } from './coerce.ts'
import type { Coercion } from './coerce.ts'
import { repairJson } from '#shared/engines/json/repair.ts'
import type { Repaired } from '#shared/engines/json/repair.ts'
import type { Finding } from '#shared/engines/json/schema/sink.ts'
import { compileSchema, draftOf } from '#shared/engines/json/validate.ts'

type RepairReport = Repaired & {
  /** RFC 8785 text of the value; plain JSON where the value holds a lone surrogate, which that form does not have. */
  json: string
  isSchemaValid: boolean | null
  schemaErrors: readonly Finding[]
  coercions: readonly Coercion[]
}

const MAX_ERRORS = 100

type Request = { text: string; schema: Readonly<Record<string, unknown>> | undefined; isStrict: boolean }

/** Repairs a text and fits the value to a schema. `isStrict` refuses repairs that drop or guess content. */
export function repairReport({ text, schema, isStrict }: Request): RepairReport {
  const compiled = schema === undefined ? null : compileSchema(schema, draftOf(schema))
  const [problem] = compiled?.problems ?? []
  if (problem !== undefined) {
    throw invalidFields({
      path: ['schema'],
      msg: `Value error, the schema cannot be used: ${problem.schema_path} ${problem.message}`,
    })
  }
  const repaired = repairJson(text)
  if (isStrict && (repaired.isLossy || repaired.repairs.some(isCut))) throw lossy(repaired)
  if (compiled === null) {
    return { ...repaired, json: jsonText(repaired.value), isSchemaValid: null, schemaErrors: [], coercions: [] }
  }
  const { value, coercions, verdict } = coerceToSchema(repaired.value, compiled)
  const [endless] = verdict.problems
  if (endless !== undefined) throw invalidFields({ path: ['schema'], msg: `Value error, ${endless.message}` })
  return {
    ...repaired,
    value,
    json: jsonText(value),
    isSchemaValid: verdict.holds,
    schemaErrors: verdict.findings.slice(0, MAX_ERRORS),
    coercions,
  }
}

/** A text that ends inside a string or a number: what was cut off is not known. */
const isCut = ({ code, detail }: Repaired['repairs'][number]) =>
  code === 'truncated_tail' || (code === 'closed_string' && detail.endsWith('at the end of the text'))

function lossy({ repairs }: Repaired): Refusal {
  const lost = repairs.filter((repair) => repair.effect === 'lossy' || isCut(repair)).slice(0, 20)
  return new Refusal('unprocessable', 'Repairing this text would drop or guess content, which mode "strict" refuses.', {
    detail: lost.map(({ at, detail }) => `offset ${at}: ${detail}`).join('; '),
    fix: { action: 'Send mode "best_effort" to get the repaired value with lossy true.' },
    extra: { reason: 'lossy_repair', repairs: lost.map(({ code, at, detail }) => ({ code, at, detail })) },
  })
}

function jsonText(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    return JSON.stringify(value)
  }
}
