import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi'

import { statusOf } from '#shared/errors.ts'

import type { Route } from '../../http/route.ts'
import {
  type DocumentedStatus,
  errorOf,
  FILE_PARAMETERS,
  parameterRef,
  POST_PARAMETERS,
  isDocumentedStatus,
  responseRef,
} from './components.ts'
import { CallAnswer } from './outcome-answer.ts'
import { ROUTE_PRICES } from './payment-info.ts'

/** Tag of routes that serve documents with caching and an ETag. */
export const DISCOVERY_TAG = 'Discovery'

/** Converts `:name` in a path to `{name}`. */
export const openapiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** Builds the operation of a route from the schemas that validate it. */
export function routeOperation(route: Route): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const price = ROUTE_PRICES[route.path]
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route),
    ...(price === undefined ? {} : { 'x-payment-info': price }),
    requestParams: {
      ...(names.length === 0 ? {} : { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(route.query === undefined ? {} : { query: route.query }),
    },
    ...(route.method === 'POST'
      ? { parameters: [...(route.headers ?? []).map(parameterRef), ...POST_PARAMETERS] }
      : {}),
    ...(route.isFile === true ? { parameters: FILE_PARAMETERS } : {}),
    ...(route.body === undefined ? {} : { requestBody: requestBodyOf(route, route.body) }),
    responses: {
      [route.status ?? 200]: successOf(route),
      ...(route.mayBePending === true
        ? { 202: { ...successOf(route), description: 'Nothing is decided yet: ask again after Retry-After.' } }
        : {}),
      ...Object.fromEntries(statusesOf(route).map((status) => [String(status), responseOf(route, status)])),
    },
  }
}

/** A 402 of a route that takes no payment itself is an error like others: it has nothing to sign. */
const responseOf = (route: Route, status: DocumentedStatus) =>
  status === 402 && MARKET_RULES.has(route.credential) ? NOT_PAID : responseRef(status)

const NOT_PAID = errorOf('It costs something, or was not paid.')
const MARKET_RULES: ReadonlySet<Route['credential']> = new Set(['key', 'bearer', 'optional', 'purchase', 'stream'])

function requestBodyOf({ accepts = 'json' }: Route, body: z.ZodObject): ZodOpenApiRequestBodyObject {
  const schema = { schema: body }
  switch (accepts) {
    case 'json':
    case 'raw':
      return { content: { 'application/json': schema } }
    case 'form':
      return { content: { 'application/x-www-form-urlencoded': schema, 'application/json': schema } }
    case 'multipart':
      return { content: { 'multipart/form-data': schema } }
  }
}

function successOf(route: Route): ZodOpenApiResponseObject {
  const { type = 'application/json', summary } = route
  const mediaType = type.split(';')[0] ?? type
  const schema = route.credential === 'call' ? CallAnswer : (route.reply ?? { type: 'string' as const })
  return { description: summary, content: { [mediaType]: { schema } } }
}

/** Statuses that follow from the declaration, plus those of `refusals`. */
function statusesOf(route: Route): DocumentedStatus[] {
  const statuses = new Set<number>([400, 408, 431, 500, 503])
  if (route.tag === DISCOVERY_TAG) statuses.add(304)
  if (route.type === 'text/event-stream') statuses.add(204)
  if (route.isFile === true) for (const status of [206, 304, 416]) statuses.add(status)
  if (route.limit !== 'none') statuses.add(429)
  for (const status of route.redirects ?? []) statuses.add(status)
  if (route.stores === true) statuses.add(507)
  if (route.path.includes(':')) statuses.add(404)
  if (route.query !== undefined) statuses.add(422)
  if (route.body !== undefined) for (const status of [413, 415, 422]) statuses.add(status)
  if (route.credential === 'service-key') statuses.add(401)
  if (MARKET_RULES.has(route.credential)) for (const status of [401, 403]) statuses.add(status)
  for (const code of route.refusals ?? []) statuses.add(statusOf(code))
  return [...statuses].filter(isDocumentedStatus).sort((a, b) => a - b)
}

/** The places of a service key. */
const SERVICE_KEY = [{ ServiceKey: [] }, { ServiceKeyBearer: [] }, { ServiceKeyAsApiKey: [] }]

function securityOf({ credential }: Route): Record<string, string[]>[] {
  switch (credential) {
    case 'none':
      return []
    case 'service-key':
      return SERVICE_KEY
    case 'call':
      return [{ CallToken: [] }, ...SERVICE_KEY, { DayPass: [] }]
    case 'admin':
      return [{ AdminToken: [] }]
    case 'key':
      return [{ ApiKey: [] }, { OAuth2PasswordBearer: [] }]
    case 'bearer':
      // A plain header too, for indexers without OAuth2 support.
      return [{ OAuth2PasswordBearer: [] }, { BearerToken: [] }]
    case 'purchase':
      return [{ ApiKey: [] }, { OAuth2PasswordBearer: [] }, { PurchaseToken: [] }]
    case 'stream':
      return [...SERVICE_KEY, { DayPass: [] }, { ApiKey: [] }, { OAuth2PasswordBearer: [] }]
    case 'optional':
      return [{}, { ApiKey: [] }, { OAuth2PasswordBearer: [] }]
  }
}

const operationId = ({ method, path }: Route) =>
  `${method.toLowerCase()}_${
    path
      .replace(/^\/(?:api\/v1\/)?/, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .replace(/_$/, '') || 'root'
  }`
