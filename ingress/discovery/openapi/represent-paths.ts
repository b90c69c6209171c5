import { createDocument } from 'zod-openapi'
import type { ZodOpenApiComponentsObject, ZodOpenApiPathsObject } from 'zod-openapi'

import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'

import { dropSafeIntegerBounds } from '#ingress/call/challenge/plain-schema.ts'
import { components as common } from './components.ts'

type Named = Record<string, Record<string, unknown>>

/** Paths and components of an OpenAPI document as JSON. */
export type Represented = { paths: Record<string, Record<string, unknown>>; components: Named }

/**
 * Replaces the zod schemas of paths by JSON Schemas, one path after another with a turn of the event loop between them.
 * What schemas are named by is collected in the components. Throws when one name means two schemas.
 */
export async function representPaths(paths: ZodOpenApiPathsObject): Promise<Represented> {
  const whole: Represented = { paths: {}, components: {} }
  add(whole, represent({}, common))
  await eachInTurns(Object.entries(paths), ([path, operations]) => add(whole, represent({ [path]: operations }, {})))
  return whole
}

function represent(paths: ZodOpenApiPathsObject, components: ZodOpenApiComponentsObject): Partial<Represented> {
  const document = createDocument(
    { openapi: '3.1.0', info: { title: '', version: '' }, paths, components },
    { override: ({ jsonSchema }) => dropSafeIntegerBounds(jsonSchema) },
  )
  // Safe: a document is JSON; the copy drops what zod adds to schemas.
  return JSON.parse(JSON.stringify(document)) as Partial<Represented>
}

function add(whole: Represented, { paths = {}, components = {} }: Partial<Represented>): void {
  Object.assign(whole.paths, paths)
  for (const [kind, named] of Object.entries(components)) {
    const known = (whole.components[kind] ??= {})
    for (const [name, component] of Object.entries(named)) {
      const before = known[name]
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(component))
        throw new Error(`two different components are named ${name}`)
      known[name] ??= component
    }
  }
}
