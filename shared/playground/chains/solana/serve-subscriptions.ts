import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

import type WebSocket from 'ws'
import { z } from 'zod'

// The installed types of ws are those of its CommonJS form.
// Safe: it is what they describe.
const { Server: SocketServer } = createRequire(import.meta.url)('ws') as typeof WebSocket

/** What a signature became so far: undefined while it has not landed. */
export type SignatureState = { slot: number; err: unknown; isFinal: boolean } | undefined

/** How often a subscribed signature is looked at, and the most subscriptions of one connection. */
const LOOK_MS = 50
const MOST_SUBSCRIPTIONS = 100

const Message = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const Wish = z.tuple([
  z.string().max(100),
  z.looseObject({ commitment: z.enum(['processed', 'confirmed', 'finalized']).default('finalized') }).optional(),
])

/**
 * Serves `signatureSubscribe` and `signatureUnsubscribe` of a Solana node over WebSocket on the given servers: one
 * notification once the signature has landed at the commitment that was asked for. Returns how to end all connections.
 */
export function serveSubscriptions(
  servers: readonly Server[],
  stateOf: (signature: string) => SignatureState,
): () => void {
  const sockets = new SocketServer({ noServer: true, maxPayload: 64 * 1024 })
  for (const server of servers)
    server.on('upgrade', (request, socket, head) => {
      // Safe: an upgraded connection of node:http is a socket; the types of ws say so.
      sockets.handleUpgrade(request, socket as Socket, head, (client) => serveClient(client, stateOf))
    })
  return () => {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
  }
}

function serveClient(client: WebSocket, stateOf: (signature: string) => SignatureState): void {
  const waiting = new Map<number, NodeJS.Timeout>()
  let last = 0
  const send = (message: Record<string, unknown>) => client.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  const end = (id: number): boolean => {
    clearInterval(waiting.get(id))
    return waiting.delete(id)
  }
  const subscribe = (signature: string, commitment: string): number => {
    last += 1
    const subscription = last
    const look = setInterval(() => {
      const state = stateOf(signature)
      if (state === undefined || (commitment === 'finalized' && !state.isFinal)) return
      end(subscription)
      const result = { context: { slot: state.slot }, value: { err: state.err ?? null } }
      send({ method: 'signatureNotification', params: { result, subscription } })
    }, LOOK_MS)
    waiting.set(subscription, look)
    return subscription
  }
  client.on('error', () => client.terminate())
  client.on('close', () => [...waiting.keys()].forEach(end))
  client.on('message', (data) => {
    const asked = Message.safeParse(parse(Buffer.isBuffer(data) ? data.toString() : ''))
    // Notifications, such as the pings of @solana/web3.js, are not answered.
    if (!asked.success) return
    const { id, method, params } = asked.data
    if (method === 'signatureUnsubscribe') return send({ id, result: end(Number(params[0])) })
    if (method !== 'signatureSubscribe') return send({ id, error: { code: -32_601, message: 'Method not found' } })
    const wish = Wish.safeParse(params)
    if (!wish.success || waiting.size >= MOST_SUBSCRIPTIONS)
      return send({ id, error: { code: -32_602, message: 'Invalid params' } })
    const [signature, { commitment = 'finalized' } = {}] = wish.data
    return send({ id, result: subscribe(signature, commitment) })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
