import { type FieldError, wrongFields } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { fieldErrors } from '#ingress/http/field-errors.ts'
import type { JsonBody } from '#ingress/http/body/json-body.ts'

import { unknownFields } from './unknown-fields.ts'

/**
 * Checks a body against the outcome's schema and cross-field rules, and returns the output of the schema. Throws 422 with
 * the wrong and the unknown fields.
 */
export function validateInput(entry: CatalogEntry, body: JsonBody): Record<string, unknown> {
  const { outcome } = entry
  const parsed = outcome.input.safeParse(body.value)
  const unknown = unknownFields(outcome.input, body.value, entry.members !== undefined)
  if (!parsed.success || unknown.total > 0) {
    const wrong = fieldErrors(parsed.error?.issues ?? [], 'body', body.value)
    const fields = [...wrong.fields.map((field) => withoutSecret(field, entry, body.value)), ...unknown.fields]
    throw wrongFields(fields, wrong.total + unknown.total, {
      action: `Correct the fields in detail[]${unknown.nearest === null ? '.' : `: did you mean \`${unknown.nearest}\`?`}`,
      method: 'GET',
      path: `/api/v1/outcomes/pay-probe/${outcome.slug}`,
    })
  }
  outcome.check?.(parsed.data)
  return parsed.data
}

/**
 * Removes the echoed input from an error in a secret field, and from an error whose input contains a secret field. In a
 * bundle this applies to the fields of each member.
 */
function withoutSecret(
  field: FieldError,
  { outcome, members }: CatalogEntry,
  body: Record<string, unknown>,
): FieldError {
  if (outcome.secrets.length === 0) return field
  const { input: _, ...rest } = field
  const [, ...path] = field.loc
  // The error for a missing member echoes all other members.
  if (members !== undefined && path.length < 3) return rest
  const member = members?.find((one) => one.outcome.slug === path[1])?.outcome
  const { secrets } = member ?? outcome
  const inputs = memberOf(body, 'inputs')
  const around = member === undefined ? body : memberOf(inputs, member.slug)
  const holdsOne = field.type === 'missing' && secrets.some((name) => memberOf(around, name) !== undefined)
  return holdsOne || secrets.includes(String(member === undefined ? path[0] : path[2])) ? rest : field
}

function memberOf(value: unknown, name: string): unknown {
  // Safe: an own property of an object.
  return Object.hasOwn(Object(value), name) ? (value as Record<string, unknown>)[name] : undefined
}
