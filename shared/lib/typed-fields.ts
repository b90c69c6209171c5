import type { z } from 'zod'

/**
 * The JSON body that `key=value` texts (of a command line, of a query) mean: a value stays the text it is where the input takes it so, and is read as JSON
 * elsewhere. Without a schema JSON comes first. What fits nowhere stays text, for the service to refuse.
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
