import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'

import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { Log } from '#shared/log.ts'

/** Connections one client address may hold open: a busy proxy of many agents has a few hundred. */
const MOST_OF_ONE_ADDRESS = 1_024
/** Open files a process needs beside its connections: database, queue, threads, uploads. */
const OTHER_FILES = 256

type Options = {
  /** Connections in all. */
  most: number
  /** With proxies of ours in front a connection says nothing of a client; they limit them. */
  trustedHops: number
  log: Log
  mostOfOneAddress?: number
  openFiles?: number
}

/**
 * Limits how many connections a server holds, in all and of one client address. What is over a limit is closed at once,
 * without an answer: its client has sent nothing yet.
 */
export function limitConnections(
  server: Server,
  { most, trustedHops, log, mostOfOneAddress = MOST_OF_ONE_ADDRESS, openFiles = mostOpenFiles() }: Options,
): void {
  server.maxConnections = Math.max(1, Math.min(most, openFiles - OTHER_FILES))
  if (server.maxConnections < most)
    log.warn({ openFiles }, `this process may hold ${server.maxConnections} connections; raise its limit of open files`)
  server.on('drop', () =>
    log.warn({ most: server.maxConnections }, 'a connection was refused: as many are open as may be'),
  )
  if (trustedHops > 0) return
  const open = new KeyedGauge()
  server.on('connection', (socket) => {
    const address = ipBlock(socket.remoteAddress ?? '')
    if (open.of(address) >= mostOfOneAddress) {
      log.warn({ address, most: mostOfOneAddress }, 'a connection was refused: its address holds as many as it may')
      return socket.destroy()
    }
    socket.once('close', open.take(address, 1))
  })
}

/** How many files this process may have open; Node raises its limit to the hard one when it starts. */
function mostOpenFiles(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}
