import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { hostnameOf, portOf } from '#shared/lib/network/public/admit-url.ts'
import type { Log } from '#shared/log.ts'

import { Denied } from '../denied.ts'
import type { dial as dialDestination } from '../dial.ts'
import { denialDelay } from '../failures.ts'
import type { EgressPolicy } from '../policy.ts'
import type { Traffic } from './traffic.ts'

export type ProxyDeps = {
  policy: EgressPolicy
  log: Log
  traffic: Traffic
  dial: typeof dialDestination
  pause: (ms: number) => Promise<unknown>
}

/** An open connection, or a status: 403 denied, 502 unreachable, 429 limits reached. */
export type Opened = { socket: Socket; url: URL } | { status: 403 | 502 | 429 }

/** Vets a URL like guarded egress, dials it, and counts the result. */
export async function openTarget({ policy, log, traffic, dial, pause }: ProxyDeps, text: string): Promise<Opened> {
  const began = performance.now()
  try {
    const url = policy.admit(text)
    const socket = await traffic.open(async () => dial(await policy.resolve(hostnameOf(url), portOf(url))))
    if (socket === null) return { status: 429 }
    socket.setTimeout(traffic.idleMs, () => socket.destroy())
    traffic.count('allowed')
    return { socket, url }
  } catch (error) {
    if (!(error instanceof Denied)) {
      traffic.count('failed')
      return { status: 502 }
    }
    traffic.count('denied')
    log.debug({ reason: error.reason }, 'egress proxy denied')
    await pause(denialDelay(performance.now() - began))
    return { status: 403 }
  }
}

export const pauseFor = (ms: number) => wait(ms, undefined, { ref: false })
