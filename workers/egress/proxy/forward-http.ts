import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'

import { forwardedHeaders } from './forwarded-headers.ts'
import { openTarget, type ProxyDeps } from './open-target.ts'
import type { Traffic } from './traffic.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Forwards a plain HTTP request in absolute form: vets its URL, sends it over a new connection, and streams the answer.
 */
export async function forwardHttp(deps: ProxyDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = request.url ?? ''
  // Requests in origin form, meant for the proxy itself, are denied like a forbidden URL.
  const opened = await openTarget(deps, METHODS.has(request.method ?? '') && /^http:\/\//i.test(text) ? text : '')
  if ('status' in opened) {
    response.writeHead(opened.status, { 'Content-Length': 0 })
    response.end()
    return
  }
  const { socket, url } = opened
  response.once('close', () => socket.destroy())
  try {
    const answer = await answerTo(request, url, socket, deps.traffic)
    response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer.rawHeaders).flat())
    await pipeline(answer, deps.traffic.meter(), response)
  } catch {
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'Content-Length': 0 }).end()
  } finally {
    socket.destroy()
  }
}

function answerTo(request: IncomingMessage, url: URL, socket: Socket, traffic: Traffic): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = send({
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers: [...forwardedHeaders(request.rawHeaders, url), ['Connection', 'close']].flat(),
    setHost: false,
  })
  outgoing.once('response', resolve)
  outgoing.once('close', () => reject(new Error('no answer')))
  outgoing.on('error', reject)
  pipeline(request, traffic.meter(), outgoing).catch(reject)
  return promise
}
