import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { z } from 'zod'

import { type SignatureState, serveSubscriptions } from './serve-subscriptions.ts'

/** A refusal with its JSON-RPC code. Any other error of a method is answered as an internal error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type RpcMethods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

export type RpcServer = { port: number; close: () => Promise<void> }

const MAX_BODY_BYTES = 1024 * 1024
const MAX_BATCH = 100

const Question = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

/**
 * Serves methods as JSON-RPC 2.0 over HTTP on 127.0.0.1. Port 0 picks a free port. Batches are answered in order. With
 * `stateOf`, signatures can be subscribed to over WebSocket, on this port and on the next one, where clients of a node
 * expect it; if another program has the one after a given port, on that port alone.
 */
export async function serveJsonRpc(
  methods: RpcMethods,
  port: number,
  stateOf?: (signature: string) => SignatureState,
): Promise<RpcServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(await answerAll(methods, request))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  }
  const { server, next } = await listenOn(port, stateOf !== undefined, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const servers = next === null ? [server] : [server, next]
  const endSubscriptions = stateOf === undefined ? () => {} : serveSubscriptions(servers, stateOf)
  const close = async () => {
    endSubscriptions()
    await Promise.all(servers.map(closed))
  }
  return { port: portOf(server), close }
}

// Safe: a server that listens on a host and port has an address of this type.
const portOf = (server: Server) => (server.address() as AddressInfo).port

const MOST_PAIRS = 20

/** Listens on a port and, where asked, on the one after it. Of port 0 it tries pairs until one is free. */
async function listenOn(
  port: number,
  withNext: boolean,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; next: Server | null }> {
  for (let tries = 1; ; tries += 1) {
    const server = createServer(handle)
    await listen(server, port)
    if (!withNext) return { server, next: null }
    const next = createServer((_, response) => void response.writeHead(404).end())
    const isFree = await listen(next, portOf(server) + 1).then(
      () => true,
      () => false,
    )
    if (isFree) return { server, next }
    if (port !== 0 || tries === MOST_PAIRS) return { server, next: null }
    await closed(server)
  }
}

const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

async function answerAll(methods: RpcMethods, request: IncomingMessage): Promise<unknown> {
  let body: unknown
  try {
    body = JSON.parse(await textOf(request))
  } catch {
    return refuse(null, new RpcError(-32_700, 'Parse error'))
  }
  if (!Array.isArray(body)) return answerOne(methods, body)
  if (body.length === 0 || body.length > MAX_BATCH) return refuse(null, new RpcError(-32_600, 'Invalid request'))
  const answers: unknown[] = []
  for (const one of body) answers.push(await answerOne(methods, one))
  return answers
}

async function answerOne(methods: RpcMethods, asked: unknown): Promise<unknown> {
  const question = Question.safeParse(asked)
  if (!question.success) return refuse(null, new RpcError(-32_600, 'Invalid request'))
  const { id, method, params } = question.data
  try {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (run === undefined) throw new RpcError(-32_601, `Method not found: ${method}`)
    return { jsonrpc: '2.0', id, result: (await run(params)) ?? null }
  } catch (error) {
    if (error instanceof RpcError) return refuse(id, error)
    if (error instanceof z.ZodError) {
      return refuse(id, new RpcError(-32_602, `Invalid params: ${error.issues[0]?.message ?? ''}`))
    }
    console.error(`${method} failed:`, error)
    return refuse(id, new RpcError(-32_603, 'Internal error'))
  }
}

const refuse = (id: unknown, { code, message, data }: RpcError) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    // Safe: a request without an encoding yields bytes.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new Error('body too large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const listen = (server: Server, port: number) =>
  new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail)
      done()
    })
  })
