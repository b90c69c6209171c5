import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A stretch of network in front of a server that can be cut (connections break and new ones are refused until restored),
 * frozen (nothing is refused and nothing comes through), led to another server, or made to lose one answer.
 */
export async function cuttableProxy(targetUrl: string) {
  let target = new URL(targetUrl)
  const open = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const waiting = new Set<Socket>()
  let losing: { text: string; skip: number; thenCut: boolean; lost: () => void } | null = null
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    if (isFrozen) {
      waiting.add(near.on('error', () => near.destroy()).pause())
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk) => {
      if (losing === null || !chunk.includes(losing.text)) return
      losing.skip -= 1
      if (losing.skip >= 0) return
      const { thenCut, lost } = losing
      losing = null
      far.unpipe(near)
      // That the server answers says that it has done what it was asked.
      far.once('data', () => {
        if (thenCut) cut()
        else near.destroy()
        lost()
      })
      far.resume()
    })
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  // Safe: a TCP server has a port.
  url.port = String((server.address() as AddressInfo).port)
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  const cut = () => {
    isCut = true
    breakAll()
  }
  return {
    url: url.href,
    cut,
    restore() {
      isCut = false
    },
    freeze() {
      isFrozen = true
      for (const socket of open) socket.pause()
    },
    /** What was on its way arrives. */
    thaw() {
      isFrozen = false
      for (const socket of open) socket.resume()
      for (const socket of waiting) socket.destroy()
      waiting.clear()
    },
    /** Leads new connections to another server; those that are open stay where they are. */
    aim(otherUrl: string) {
      target = new URL(otherUrl)
    },
    /**
     * Lets the next request that holds `text` through, after `skip` others, and breaks its connection instead of passing
     * the answer on, and with `thenCut` everything. Resolves when that has happened.
     */
    loseAnswerTo: (text: string, { skip = 0, thenCut = false } = {}) =>
      new Promise<void>((lost) => {
        losing = { text, skip, thenCut, lost }
      }),
    async close() {
      for (const socket of waiting) socket.destroy()
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
