import type { z } from 'zod'

import type { IngressDeps } from '#ingress/deps.ts'
import { discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import type { Route } from '#ingress/http/route.ts'
import { allRoutes } from '#ingress/routes.ts'
import { catalog } from '#shared/catalog/catalog.ts'

/** One schema that what a caller sends is parsed with: an outcome's input, or the body or the query of a route. */
export type InputSchema = { name: string; schema: z.ZodType }

/**
 * Every schema that a caller's input is parsed with, by a name such as `notepad-read` or `POST /api/listings body`. The
 * input of a bundle is made of the inputs of outcomes and is left out. So is the body of an upload, which no schema parses.
 */
export function allInputSchemas(): readonly InputSchema[] {
  // Safe: declaring a route asks nothing of database, queue or clock; handlers do.
  const deps = { ...discoveryDeps(), queues: { redis: null } } as unknown as IngressDeps
  return [
    ...[...catalog.values()].map(({ outcome }) => ({ name: outcome.slug, schema: outcome.input })),
    ...allRoutes(deps).flatMap(schemasOf),
  ]
}

function schemasOf({ method, path, body, query, accepts }: Route): readonly InputSchema[] {
  const name = `${method} ${path}`
  return [
    ...(body === undefined || accepts === 'multipart' ? [] : [{ name: `${name} body`, schema: body }]),
    ...(query === undefined ? [] : [{ name: `${name} query`, schema: query }]),
  ]
}
