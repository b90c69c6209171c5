import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'

import { isSchema, type JsonSchema } from '#ingress/call/challenge/plain-schema.ts'

import { nameEnvelope } from './call-envelope.ts'
import type { Represented } from './represent-paths.ts'
import { shareSchemas } from './share-schemas.ts'
import { usedComponents } from './used-components.ts'

/** Contents whose envelope is looked for in one turn of the event loop. */
const CONTENTS_PER_TURN = 50

/**
 * Makes a document small: what occurs more than once among its schemas becomes a component, and components that nothing
 * refers to are left out. It says the same as before. What was given is changed in place; the event loop turns meanwhile.
 */
export async function compact({ paths, components }: Represented): Promise<Represented> {
  const schemas = (components['schemas'] ??= {})
  const contents = contentsOf(paths)
  await eachInTurns(contents, (content) => nameEnvelope(content, schemas), CONTENTS_PER_TURN)
  const roots = [...Object.values(schemas), ...contents.map(({ schema }) => schema)].filter(isSchema)
  await shareSchemas(roots, schemas)
  return { paths, components: await usedComponents(paths, components) }
}

/** Every content of a request or an answer: it holds a schema. */
function contentsOf(paths: unknown): JsonSchema[] {
  const operations = membersOf(paths).flatMap(membersOf)
  return operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...membersOf(responses)].flatMap((part) => membersOf(isSchema(part) ? part['content'] : undefined)),
  )
}

const membersOf = (value: unknown): JsonSchema[] => (isSchema(value) ? Object.values(value).filter(isSchema) : [])
