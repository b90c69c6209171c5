import type { z } from 'zod'

/**
 * Converts `key=value` texts (from a command line or a query) to a JSON body. A value stays text where the input schema
 * accepts text, and is parsed as JSON elsewhere. Without a schema, JSON is tried first. Text that is not JSON stays
 * text, and the service refuses it if it is invalid.
 */
export function typedFields(fields: ReadonlyMap<string, string>, input: z.ZodObject | null): Record<string, unknown> {
  const shape: Readonly<Record<string, z.ZodType | undefined>> = input?.shape ?? {}
  return Object.fromEntries(
    [...fields].map(([name, text]) => {
      const isText = Object.hasOwn(shape, name) && shape[name]?.safeParse(text).success === true
      return [name, isText ? text : jsonOr(text)]
    }),
  )
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
