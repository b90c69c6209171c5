import type { IncomingMessage } from 'node:http'

import type { z } from 'zod'

import type { RefusalCode } from '#shared/errors.ts'
import type { Actor, Scope } from '#shared/market/users/actor.ts'

/** A request as a route sees it: parsed, bounded, without anything of the web framework. */
export type RouteRequest<Body = unknown, Query = unknown, Who = Actor | null> = {
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
  /** Who asks, on a route with a marketplace credential; null elsewhere, and for nobody on an `optional` one. */
  actor: Who
  /** The request itself, for routes that read their own body (`accepts: 'multipart'`). */
  incoming: IncomingMessage
}

/** What a route answers. A string body is sent as it is (with `type`), anything else as JSON. */
export type Reply = {
  status?: number
  headers?: Record<string, string>
  type?: string
  body: unknown
}

/** Which counter a request is held against; the limits are settings. */
export type LimitName = 'discovery' | 'call-read' | 'account' | 'market-read' | 'market-write' | 'none'

/**
 * The credential rules. Of the marketplace (docs/marketplace.md): `key` takes X-API-Key or Authorization: Bearer,
 * `bearer` the latter alone, `optional` either or nothing. What is sent is judged: a wrong credential is 401 there too.
 */
export type CredentialRule = 'none' | 'service-key' | 'call' | 'admin' | 'key' | 'bearer' | 'optional'

/** Who a route's handler is told of, by its credential rule. */
export type ActorOf<Rule extends CredentialRule> = Rule extends 'key' | 'bearer'
  ? Actor
  : Rule extends 'optional'
    ? Actor | null
    : null

/**
 * One endpoint: the router, validation, rate limits and OpenAPI are all made from this. `path` uses `:name` for
 * parameters. Errors are thrown as Refusals; `refusals` lists the codes it is known for, for the documentation.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  tag: string
  credential: CredentialRule
  /** What an API key has to be allowed for this route; sessions may do everything. */
  scope?: Scope
  limit: LimitName
  query?: z.ZodObject
  /** Request headers that mean something to this route alone. */
  headers?: readonly 'AgentSignupSecret'[]
  /** Absent: a body is neither read nor documented. */
  body?: z.ZodObject
  /** Fields of the body that are never sent back, not even in what says that they are wrong. */
  secrets?: readonly string[]
  /** `form` takes an HTML form or JSON; `multipart` leaves the body to the handler. JSON unless said. */
  accepts?: 'json' | 'form' | 'multipart'
  /** A body of `null` counts as none. */
  nullable?: boolean
  /** Bytes; 256 KB unless said. */
  maxBodyBytes?: number
  /** The status of success; 200 unless said. */
  status?: 200 | 201
  /** Something to pay for: without a payment header even a body nobody can read gets the 402, so it is taken for empty. */
  paymentFirst?: boolean
  /** The body of success; documents that are not JSON leave it out and set `type`. */
  reply?: z.ZodType
  type?: string
  /** Keeps what is sent: refused with 507 while disk space is short. */
  stores?: boolean
  /** A file that is sent in ranges too (206, 416) and not again to who has it (304). */
  isFile?: boolean
  refusals?: readonly RefusalCode[]
  /** Kept out of OpenAPI: operator pages and assets. */
  internal?: boolean
  handle: (request: RouteRequest) => Promise<Reply> | Reply
}

type TypedRoute<Body extends z.ZodObject, Query extends z.ZodObject, Rule extends CredentialRule> = Omit<
  Route,
  'body' | 'query' | 'credential' | 'handle'
> & {
  body?: Body
  query?: Query
  credential: Rule
  handle: (request: RouteRequest<z.output<Body>, z.output<Query>, ActorOf<Rule>>) => Promise<Reply> | Reply
}

/** Declares a route with its body and query typed by their schemas, and who asks by its credential rule. */
export function route<Body extends z.ZodObject, Query extends z.ZodObject, Rule extends CredentialRule>(
  declaration: TypedRoute<Body, Query, Rule>,
): Route {
  // Safe: the server hands a route only what its own schemas and its credential rule made.
  return declaration as unknown as Route
}
