import { setTimeout as pause } from 'node:timers/promises'

import type { Log } from '#shared/log.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { PoolGuard } from './pool-guards.ts'
import type { PoolNotice } from './pool-notices.ts'

const RETRY_MS = 30_000

/**
 * Opens a pool once its guard has proved the sandbox. Until then the pool has no worker, and its calls are refused
 * before they cost anything. `tell` gets the notice of a pool that is closed or not isolated, and null otherwise. A
 * failed proof is repeated every `retryMs`, because the cause may be fixed. `stop` ends the retries and stops the
 * guard.
 */
export function openPoolWhenSandboxed(
  { pool, guard, log }: { pool: Pool; guard: PoolGuard; log: Log },
  { open, tell }: { open: () => void; tell: (notice: PoolNotice | null) => void },
  retryMs = RETRY_MS,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let said: string | undefined
  const refuse = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    if (text !== said) log.error({ err: error, pool }, 'the pool does not open: its sandbox is missing')
    said = text
    tell({ isOpen: false, text })
  }
  const trying = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const lacks = await guard.prove()
        if (stopping.signal.aborted) return
        if (lacks !== null) log.error({ pool, lacks }, 'the pool opens foreign files without isolation')
        open()
        tell(lacks === null ? null : { isOpen: true, text: lacks })
        return
      } catch (error) {
        refuse(error)
        await pause(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await trying
      await guard.stop()
    },
  }
}
