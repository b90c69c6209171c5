import { isSchema, type JsonSchema } from '#ingress/call/challenge/plain-schema.ts'

import type { OpenapiDocument } from './build-openapi.ts'
import { nameEnvelope } from './call-envelope.ts'
import { shareSchemas } from './share-schemas.ts'
import { usedComponents } from './used-components.ts'

/**
 * Makes a document small: what occurs more than once among its schemas becomes a component, and components that nothing
 * refers to are left out. It says the same as before.
 */
export function compact(document: OpenapiDocument): OpenapiDocument {
  // Safe: a document is JSON; the copy drops what zod adds to schemas.
  const { paths = {}, components = {}, ...rest } = JSON.parse(JSON.stringify(document)) as OpenapiDocument
  // Safe: as above.
  const parts = components as Record<string, Record<string, unknown>>
  const schemas = (parts['schemas'] ??= {})
  const contents = contentsOf(paths)
  for (const content of contents) nameEnvelope(content, schemas)
  const roots = [...Object.values(schemas), ...contents.map(({ schema }) => schema)].filter(isSchema)
  shareSchemas(roots, schemas)
  return { ...rest, paths, components: usedComponents(paths, parts) }
}

/** Every content of a request or an answer: it holds a schema. */
function contentsOf(paths: unknown): JsonSchema[] {
  const operations = membersOf(paths).flatMap(membersOf)
  return operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...membersOf(responses)].flatMap((part) => membersOf(isSchema(part) ? part['content'] : undefined)),
  )
}

const membersOf = (value: unknown): JsonSchema[] => (isSchema(value) ? Object.values(value).filter(isSchema) : [])
