import type { Context } from 'koa'
import type { z } from 'zod'

import type { IngressDeps } from '../deps.ts'
import type { Reply, Route } from '../http/route.ts'

/** What a tool works with: one MCP request, the HTTP request that brought it, and what the ingress is built from. */
export type ToolCall = {
  deps: IngressDeps
  routes: readonly Route[]
  ctx: Context
  /** `_meta` of the MCP request: payments stand here. */
  meta: Readonly<Record<string, unknown>>
}

/** A tool of /mcp. Its answer is the reply of the same request over HTTP. */
export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** The same, but a member that it does not name is refused. Made once, because zod compiles each schema anew. */
  strictInput: z.ZodObject
  /** The members of its structured result. All are optional: an error has others. */
  output: Readonly<Record<string, object>>
  /** It changes nothing, here or elsewhere. */
  isReadOnly: boolean
  /** Whether it counts as discovery, or what it asks has a limit of its own. */
  limit: 'discovery' | 'own'
  run: (input: Record<string, unknown>, call: ToolCall) => Promise<Reply> | Reply
}

/** Declares a tool. Types its input by its schema. */
export const defineTool = <Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'strictInput' | 'run'> & {
    input: Input
    run: (input: z.output<Input>, call: ToolCall) => Promise<Reply> | Reply
  },
): Tool =>
  // Safe: a tool is run with what its own schema parsed.
  ({ ...tool, strictInput: tool.input.strict() }) as unknown as Tool

/** A route of the list by method and path. Throws when it is not there, which a test would show. */
export function routeAt({ routes }: Pick<ToolCall, 'routes'>, path: string): Route {
  const found = routes.find((route) => route.method === 'GET' && route.path === path)
  if (found === undefined) throw new Error(`no route is at ${path}`)
  return found
}
