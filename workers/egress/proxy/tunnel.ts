import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { openTarget, type ProxyDeps } from './open-target.ts'
import { forwardedHeaders } from './forwarded-headers.ts'
import type { Traffic } from './traffic.ts'

const REASONS = { 403: 'Forbidden', 429: 'Too Many Requests', 502: 'Bad Gateway' } as const

/**
 * Handles CONNECT: opens a vetted connection and copies bytes both ways. TLS, WebSockets and HTTP/2 pass through it.
 */
export async function tunnel(deps: ProxyDeps, request: IncomingMessage, inside: Duplex, head: Buffer): Promise<void> {
  inside.on('error', () => undefined)
  // An authority has no scheme: judge it as an https URL with its explicit port.
  const opened = await openTarget(deps, isAuthority(request.url) ? `https://${request.url}/` : '')
  if ('status' in opened) return refuse(inside, opened.status)
  inside.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  await join(deps.traffic, inside, opened.socket, head)
}

/** Handles a plain HTTP upgrade, such as ws:// without CONNECT. */
export async function upgrade(deps: ProxyDeps, request: IncomingMessage, inside: Duplex, head: Buffer): Promise<void> {
  inside.on('error', () => undefined)
  const opened = await openTarget(deps, request.url ?? '')
  if ('status' in opened) return refuse(inside, opened.status)
  const { url, socket } = opened
  const headers = [
    ...forwardedHeaders(request.rawHeaders, url),
    ['Connection', 'Upgrade'],
    ['Upgrade', request.headers.upgrade ?? 'websocket'],
  ]
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`${request.method ?? 'GET'} ${url.pathname}${url.search} HTTP/1.1\r\n${lines}\r\n`, 'latin1')
  await join(deps.traffic, inside, socket, head)
}

function refuse(inside: Duplex, status: keyof typeof REASONS): void {
  inside.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}

async function join(traffic: Traffic, inside: Duplex, outside: Duplex, head: Buffer): Promise<void> {
  if (head.length > 0) outside.write(head)
  await Promise.allSettled([pipeline(inside, traffic.meter(), outside), pipeline(outside, traffic.meter(), inside)])
  inside.destroy()
  outside.destroy()
}

/** Whether text is exactly `host:port`, without a path, credentials or anything a URL parser could take for them. */
const isAuthority = (text = '') => /^(?:[\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/.test(text)
