import { typedFields } from '#shared/lib/typed-fields.ts'
import { Refusal } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import type { GetCall } from './get-calls.ts'
import { CALL_LABELS } from './unknown-fields.ts'

/** Parameters that are not input: the x402 version, and a name that a JSON body may not have. */
const NO_INPUT = new Set(['x402Version', '__proto__'])

/** The parameters that a GET of this outcome takes: its inputs, by whatever name, labels, and the x402 version. */
export const parametersOf = ({ names }: GetCall, { outcome }: CatalogEntry): string[] => [
  ...Object.keys(names),
  ...Object.keys(outcome.input.shape),
  ...CALL_LABELS,
  ...NO_INPUT,
]

/**
 * Converts the parameters of a GET to the JSON text of a body, without unknown ones; null where nothing was sent. Throws
 * 400 for a repeated one.
 */
export function queryBody(
  query: Readonly<Record<string, string | string[] | undefined>>,
  known: GetCall,
  entry: CatalogEntry,
): Uint8Array | null {
  const { names } = known
  const taken = parametersOf(known, entry)
  const fields = new Map<string, string>()
  let isHelp = true
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || NO_INPUT.has(name)) continue
    isHelp = false
    if (!taken.includes(name)) continue
    const input = Object.hasOwn(names, name) ? (names[name] ?? name) : name
    if (typeof value !== 'string' || fields.has(input))
      throw new Refusal('bad_request', `The parameter ${name.slice(0, 40)} may be sent once.`)
    fields.set(input, value)
  }
  return isHelp ? null : Buffer.from(JSON.stringify(typedFields(fields, entry.outcome.input)))
}

/** Renames the fields of a validation error to the parameters of the GET. Other errors are returned unchanged. */
export function asParameters(error: unknown, { names }: GetCall): unknown {
  if (!(error instanceof Refusal) || !Array.isArray(error.detail.detail)) return error
  const sent = new Map(Object.entries(names).map(([name, input]) => [input, name]))
  const detail = error.detail.detail.map((field) => {
    const [place, input, ...rest] = field.loc
    if (place !== 'body' || typeof input !== 'string') return field
    return { ...field, loc: ['query', sent.get(input) ?? input, ...rest] }
  })
  return new Refusal(error.code, error.message, { ...error.detail, detail })
}
