/** The parts of a tool that this engine reads; anything else a sender put there is left alone. */
export type ToolLike = {
  name: string
  title?: string
  description?: string
  inputSchema?: Record<string, unknown>
  annotations?: Record<string, unknown>
  scopes: string[]
}

/** Reads a tool from a sender's object: wrong types count as absent, names in MCP's and in OpenAI's way are understood. */
export function toolLike(sent: unknown): ToolLike {
  const outer = objectOr(sent)
  const tool = { ...objectOr(outer['function']), ...outer }
  const schema = objectOr(tool['inputSchema'] ?? tool['input_schema'] ?? tool['parameters'])
  const annotations = objectOr(tool['annotations'])
  const title = textOr(tool['title']) ?? textOr(annotations['title'])
  const description = textOr(tool['description'])
  return {
    name: textOr(tool['name']) ?? '',
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(schema).length === 0 ? {} : { inputSchema: schema }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    scopes: [tool['scopes'], tool['permissions'], tool['scope']].flatMap(textsOf),
  }
}

export const objectOr = (value: unknown): Record<string, unknown> =>
  // Safe: an object that is neither null nor a list has string keys.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A list of texts, or a text of several parted by blanks and commas, as OAuth writes scopes. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '')
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
