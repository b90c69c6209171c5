import { setTimeout as pause } from 'node:timers/promises'

import type { Child } from '../processes/process-family.ts'
import { StartFailure } from '../start-failure.ts'
import { askRpc } from './ask-rpc.ts'

const ANSWERS_WITHIN_MS = 60_000

/**
 * Waits until a chain's JSON-RPC answers. Throws a StartFailure: with the last log line if its process exits first, or
 * after a minute.
 */
export async function awaitChain(child: Child, name: string, ask: { rpcUrl: string; method: string }): Promise<void> {
  const ended = child.exited.then((exit) => exit)
  const until = performance.now() + ANSWERS_WITHIN_MS
  while (performance.now() < until) {
    const isUp = await askRpc(ask.rpcUrl, ask.method).then(
      () => true,
      () => false,
    )
    if (isUp) return
    const exit = await Promise.race([ended, pause(20)])
    if (exit !== undefined) throw new StartFailure(`${name} does not start: ${exit.lastWords}`)
  }
  await child.stop()
  throw new StartFailure(`${name} does not answer.`)
}
