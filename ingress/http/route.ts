import type { z } from 'zod'

import type { RefusalCode } from '#shared/errors.ts'

/** A request as a route sees it: parsed, bounded, without anything of the web framework. */
export type RouteRequest<Body = unknown, Query = unknown> = {
  method: string
  path: string
  params: Record<string, string>
  query: Query
  body: Body
  /** One value per name, lower case; a header sent twice never gets here (400). */
  header: (name: string) => string | undefined
  /** Client address: the socket's, or the one TRUST_PROXY_HOPS says. */
  ip: string
  requestId: string
}

/** What a route answers. A string body is sent as it is (with `type`), anything else as JSON. */
export type Reply = {
  status?: number
  headers?: Record<string, string>
  type?: string
  body: unknown
}

/** Which counter a request is held against; the limits are settings. */
export type LimitName = 'discovery' | 'account' | 'none'

/**
 * One endpoint: the router, validation, rate limits and OpenAPI are all made from this. `path` uses `:name` for
 * parameters. Errors are thrown as Refusals; `refusals` lists the codes it is known for, for the documentation.
 */
export type Route = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  tag: string
  credential: 'none' | 'service-key' | 'call' | 'admin'
  limit: LimitName
  query?: z.ZodObject
  /** Absent: a body is neither read nor documented. */
  body?: z.ZodObject
  /** Something to pay for: without a payment header even a body nobody can read gets the 402, so it is taken for empty. */
  paymentFirst?: boolean
  /** The 200 body; documents that are not JSON leave it out and set `type`. */
  reply?: z.ZodType
  type?: string
  refusals?: readonly RefusalCode[]
  /** Kept out of OpenAPI: operator pages and assets. */
  internal?: boolean
  handle: (request: RouteRequest) => Promise<Reply> | Reply
}

type TypedRoute<Body extends z.ZodObject, Query extends z.ZodObject> = Omit<Route, 'body' | 'query' | 'handle'> & {
  body?: Body
  query?: Query
  handle: (request: RouteRequest<z.output<Body>, z.output<Query>>) => Promise<Reply> | Reply
}

/** Declares a route with its body and query typed by their schemas. */
export function route<Body extends z.ZodObject, Query extends z.ZodObject>(
  declaration: TypedRoute<Body, Query>,
): Route {
  // Safe: the server hands a route only what its own schemas made.
  return declaration as Route
}
