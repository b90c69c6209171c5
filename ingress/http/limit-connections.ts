import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'

import { KeyedGauge } from '#shared/lib/concurrency/keyed-gauge.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'
import type { Log } from '#shared/log.ts'

/** Open connections per client address. A busy proxy of many agents holds a few hundred. */
const MOST_OF_ONE_ADDRESS = 1_024
/** Files a process opens beside its connections: database, queue, threads, uploads. */
const OTHER_FILES = 256

type Options = {
  /** Most connections in all. */
  most: number
  /** Number of our proxies in front. With any, the per-address limit is left to them. */
  trustedHops: number
  log: Log
  mostOfOneAddress?: number
  openFiles?: number
}

/**
 * Limits the open connections of a server, in all and per client address. Connections over a limit are closed at once
 * without an answer; their clients have sent nothing yet.
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

/** Open-file limit of this process; Node raises it to the hard limit at start. Infinity where it is unknown. */
function mostOpenFiles(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}
