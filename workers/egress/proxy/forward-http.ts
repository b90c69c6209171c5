import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

import { openTarget, type ProxyDeps } from './open-target.ts'
import { forwardedHeaders } from './forwarded-headers.ts'

const FIRST_BYTE_MS = 15_000
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A plain-HTTP request in absolute form: vetted, sent over a connection of its own, answered as it comes. */
export async function forwardHttp(deps: ProxyDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = request.url ?? ''
  // In absolute form only: whatever is asked of the proxy itself is refused like any denied URL.
  const opened = await openTarget(deps, METHODS.has(request.method ?? '') && /^http:\/\//i.test(text) ? text : '')
  if ('status' in opened) {
    response.writeHead(opened.status, { 'Content-Length': 0 })
    response.end()
    return
  }
  const { socket, url } = opened
  try {
    const answer = await answerTo(request, url, socket)
    const headers = forwardedHeaders(answer.rawHeaders)
    deps.traffic.carried(answer.rawHeaders.join('').length)
    response.writeHead(answer.statusCode ?? 502, headers.flat())
    answer.on('data', (chunk: Buffer) => deps.traffic.carried(chunk.length))
    await pipeline(answer, response)
  } catch {
    if (!response.headersSent) response.writeHead(502, { 'Content-Length': 0 })
    response.destroy()
  } finally {
    socket.destroy()
  }
}

function answerTo(request: IncomingMessage, url: URL, socket: import('node:net').Socket): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const outgoing = send({
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers: [...forwardedHeaders(request.rawHeaders, url), ['Connection', 'close']].flat(),
    setHost: false,
    timeout: FIRST_BYTE_MS,
  })
  outgoing.once('response', resolve)
  outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')))
  outgoing.on('error', reject)
  request.on('error', reject)
  request.once('close', () => {
    if (!request.complete) outgoing.destroy()
  })
  if (hasBody) request.pipe(outgoing)
  else outgoing.end()
  return promise
}
