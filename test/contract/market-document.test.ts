import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { buildOpenapi } from '#ingress/discovery/openapi/build-openapi.ts'
import { BASE_URL, discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import type { IngressDeps } from '#ingress/deps.ts'
import type { Route } from '#ingress/http/route.ts'
import { allRoutes } from '#ingress/routes.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { BODY_FIELDS, DOCUMENT, type DocumentedCredential, type DocumentedRoute } from '../market/document.ts'

// Safe: declaring a route asks nothing of database, queue or clock; handlers do.
const deps = { ...discoveryDeps(), queues: { redis: null } } as unknown as IngressDeps
const routes = allRoutes(deps)
const document = await buildOpenapi({ baseUrl: BASE_URL, catalog, routes })

const parameters = document.components?.parameters

const pathOf = (route: Pick<Route, 'path'>) => route.path.replaceAll(/:(\w+)/g, '{$1}')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const byName = new Map(routes.map((route) => [nameOf({ method: route.method, path: pathOf(route) }), route]))

/** A public route may look at a credential that it does not need. */
const FITS: Record<DocumentedCredential, readonly Route['credential'][]> = {
  none: ['none', 'optional'],
  optional: ['optional'],
  // X-Purchase-Token stands in for an account on what is bought without one.
  key: ['key', 'purchase'],
  bearer: ['bearer'],
  'processor-signed': ['none'],
}

/** The ways that OpenAPI shows to say who asks. */
const SECURITY: Record<string, readonly string[]> = {
  none: [],
  optional: ['none', 'ApiKey', 'OAuth2PasswordBearer'],
  key: ['ApiKey', 'OAuth2PasswordBearer'],
  purchase: ['ApiKey', 'OAuth2PasswordBearer', 'PurchaseToken'],
  bearer: ['OAuth2PasswordBearer', 'BearerToken'],
}

const bodyOf = (route: Route): DocumentedRoute['body'][] => {
  if (route.body === undefined) return ['none']
  if (route.accepts === 'form' || route.accepts === 'multipart') return [route.accepts]
  return route.nullable === true || route.body.safeParse({}).success ? ['json', 'optional'] : ['json']
}

const schemaOf = (of: z.ZodObject | undefined) => z.toJSONSchema(of ?? z.object({}), { io: 'input' })

/** Everything in which a route differs from its row. */
function differences(row: DocumentedRoute, found: Route | undefined): string[] {
  if (found === undefined) return ['it is not there']
  const wrong: string[] = []
  if (!FITS[row.credential].includes(found.credential))
    wrong.push(`credential ${found.credential}, not ${row.credential}`)
  if ((found.status ?? 200) !== row.status) wrong.push(`status ${found.status ?? 200}, not ${row.status}`)
  if (!bodyOf(found).includes(row.body)) wrong.push(`body ${bodyOf(found).join('/')}, not ${row.body}`)
  if (row.body === 'optional' && found.nullable !== true) wrong.push('a body of null is refused')
  if (found.internal === true) wrong.push('it is kept out of OpenAPI')
  const schema = schemaOf(found.query)
  const properties = Object(schema.properties)
  for (const [name, limits] of Object.entries(row.query ?? {})) {
    const parameter = properties[name]
    if (parameter === undefined) wrong.push(`no query ${name}`)
    else if (schema.required?.includes(name) === true) wrong.push(`query ${name} is demanded`)
    else
      for (const [limit, value] of Object.entries(limits))
        if (JSON.stringify(parameter[limit]) !== JSON.stringify(value))
          wrong.push(`query ${name}: ${limit} ${JSON.stringify(parameter[limit])}, not ${JSON.stringify(value)}`)
  }
  return wrong
}

describe('the marketplace document', () => {
  test.each(DOCUMENT.map((row) => [nameOf(row), row] as const))('%s is as documented', (name, row) => {
    expect(differences(row, byName.get(name))).toEqual([])
  })

  test.each(DOCUMENT.map((row) => [nameOf(row), row] as const))('%s is in OpenAPI with its statuses', (_, row) => {
    // Safe: a document of our own, as JSON.
    const operation = Object(document.paths?.[row.path])[row.method.toLowerCase()] as {
      responses: Record<string, unknown>
      security: object[]
      tags: string[]
      parameters?: { $ref?: string }[]
    }
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([String(row.status)]))
    const isKeyed = row.credential === 'key' || row.credential === 'bearer'
    const statuses = [
      ...(row.body === 'none' && row.query === undefined ? [] : ['422']),
      ...(isKeyed ? ['401', '403'] : []),
    ]
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses))
    expect(operation.security.map((one) => Object.keys(one)[0] ?? 'none')).toEqual(
      SECURITY[byName.get(nameOf(row))?.credential ?? ''],
    )
    const headers = operation.parameters?.map(({ $ref }) => Object(parameters)[$ref?.split('/').at(-1) ?? '']?.name)
    expect(headers ?? []).toEqual(expect.arrayContaining(row.header === undefined ? [] : [row.header]))
    expect(operation.tags).toEqual([row.table])
  })

  test('names each endpoint once, as many as the document', () => {
    expect(new Set(DOCUMENT.map(nameOf)).size).toBe(DOCUMENT.length)
    const tables = Object.entries(Object.groupBy(DOCUMENT, ({ table }) => table)).map(([name, rows]) => [
      name,
      rows.length,
    ])
    expect(Object.fromEntries(tables)).toEqual({ Accounts: 6, Listings: 24, Purchases: 24, Agents: 2 })
  })

  test.each(BODY_FIELDS)('$endpoint demands $field', ({ endpoint, field, const: value }) => {
    const schema = schemaOf(byName.get(endpoint)?.body)
    expect(schema.required).toContain(field)
    expect(Object(schema.properties)[field]).toMatchObject({ const: value })
  })
})

describe('the comparison with the marketplace document', () => {
  const row = (more: Partial<DocumentedRoute> = {}): DocumentedRoute => ({
    table: 'Accounts',
    method: 'GET',
    path: '/api/x',
    credential: 'key',
    status: 200,
    body: 'none',
    query: { limit: { minimum: 1, maximum: 30, default: 12 } },
    ...more,
  })
  const found = (more: Partial<Route> = {}): Route => ({
    method: 'GET',
    path: '/api/x',
    summary: '',
    tag: 'Accounts',
    credential: 'key',
    limit: 'market-read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(30).default(12) }),
    handle: () => ({ body: {} }),
    ...more,
  })

  test('a route as documented has no difference', () => {
    expect(differences(row(), found())).toEqual([])
  })

  test.each<[string, Partial<DocumentedRoute>, Route | undefined]>([
    ['a missing route', {}, undefined],
    ['another credential', {}, found({ credential: 'none' })],
    ['a weaker header rule', { credential: 'bearer' }, found()],
    ['another status', { status: 201 }, found()],
    ['a missing query', { query: { q: {} } }, found()],
    ['another limit', { query: { limit: { maximum: 50 } } }, found()],
    ['another default', { query: { limit: { default: 20 } } }, found()],
    ['a body where there is none', {}, found({ body: z.object({}) })],
    ['a body that may not be null', { body: 'optional' }, found({ body: z.object({ a: z.string().optional() }) })],
    ['an internal route', {}, found({ internal: true })],
  ])('%s is seen', (_, documented, route) => {
    expect(differences(row(documented), route).length).toBeGreaterThan(0)
  })
})
