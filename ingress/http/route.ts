import type { IncomingMessage } from 'node:http'

import type { z } from 'zod'

import type { RefusalCode } from '#shared/errors.ts'
import type { Actor, Scope } from '#shared/market/users/actor.ts'

/** A parsed and bounded request, independent of the web framework. */
export type RouteRequest<Body = unknown, Query = unknown, Who = Actor | null> = {
  method: string
  path: string
  params: Record<string, string>
  query: Query
  body: Body
  /** One value per lower-case name. A header sent twice is refused earlier (400). */
  header: (name: string) => string | undefined
  /** Client address: the socket's, or the one derived from TRUST_PROXY_HOPS. */
  ip: string
  requestId: string
  /**
   * The account on a route with a marketplace credential. Null on other routes, and on `optional` ones without a
   * credential.
   */
  actor: Who
  /** Looks the credential up anew: what `actor` is on a route that does not keep it. Throws as that route would. */
  freshActor: () => Promise<Who>
  /** The raw request, for routes that read their own body (`accepts: 'multipart'`). */
  incoming: IncomingMessage
}

/** The answer of a route. A string body is sent as it is (with `type`), anything else as JSON. */
export type Reply = {
  status?: number
  headers?: Record<string, string>
  type?: string
  body: unknown
  /** The error code of a body that is text already. */
  code?: string
}

/** Rate limit counter of a route. The limits are settings. */
export type LimitName = 'discovery' | 'plan' | 'call-read' | 'account' | 'market-read' | 'market-write' | 'none'

/**
 * Credential rules. Marketplace rules (docs/marketplace.md): `key` takes X-API-Key or Authorization: Bearer, `bearer`
 * only the latter, `optional` either or none, `purchase` either, or X-Purchase-Token alone (`actor` is null then). A
 * wrong credential is 401 on `optional` routes too. `stream` takes a service key, a pass or an account credential; its
 * handler reads it.
 */
export type CredentialRule =
  | 'none'
  | 'service-key'
  | 'call'
  | 'admin'
  | 'key'
  | 'bearer'
  | 'optional'
  | 'purchase'
  | 'stream'

/** Type of `actor` by credential rule. */
export type ActorOf<Rule extends CredentialRule> = Rule extends 'key' | 'bearer'
  ? Actor
  : Rule extends 'optional' | 'purchase'
    ? Actor | null
    : null

/**
 * One endpoint. The router, validation, rate limits and OpenAPI are derived from it. `path` uses `:name` for
 * parameters. Handlers throw Refusals; `refusals` lists their codes for the documentation.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  tag: string
  credential: CredentialRule
  /** Scope that an API key needs for this route. Sessions have all scopes. */
  scope?: Scope
  /**
   * `actor` may be some seconds old, because the statement that decides looks at the credential again
   * (seenCredentials). Whoever refuses calls `freshActor` first.
   */
  keepsActor?: true
  limit: LimitName
  query?: z.ZodObject
  /** Request headers that only this route reads. */
  headers?: readonly 'AgentSignupSecret'[]
  /** Absent: the body is neither read nor documented. */
  body?: z.ZodObject
  /** Fields of the body that are never echoed, not even in validation errors. */
  secrets?: readonly string[]
  /** `form` takes an HTML form or JSON; `multipart` and `raw` (JSON bytes) leave the body to the handler. Default: `json`. */
  accepts?: 'json' | 'form' | 'multipart' | 'raw'
  /** Treat a body of `null` as absent. */
  nullable?: boolean
  /** Body limit in bytes. Default: 256 KiB. */
  maxBodyBytes?: number
  /** Status of success. Default: 200. */
  status?: 200 | 201
  /** It may also answer 202 in the same form: nothing is decided yet, ask again. */
  mayBePending?: true
  /** A sale: without a payment header an unreadable body counts as empty, so that the handler answers 402. */
  paymentFirst?: boolean
  /** Schema of the successful body. Documents that are not JSON omit it and set `type`. */
  reply?: z.ZodType
  type?: string
  /** The route stores data: refused with 507 while disk space is short. */
  stores?: boolean
  /** A file: supports ranges (206, 416) and conditional requests (304). */
  isFile?: boolean
  /** Statuses that are neither success nor errors: elsewhere (303), or unchanged (304). */
  redirects?: readonly (303 | 304)[]
  refusals?: readonly RefusalCode[]
  /** Omitted from OpenAPI: operator pages and assets. */
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

/** Declares a route. Types its body and query by their schemas, and its actor by the credential rule. */
export function route<Body extends z.ZodObject, Query extends z.ZodObject, Rule extends CredentialRule>(
  declaration: TypedRoute<Body, Query, Rule>,
): Route {
  // Safe: the server passes a route only values that its own schemas and credential rule produced.
  return declaration as unknown as Route
}
