import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { StartFailure } from '../start-failure.ts'

const READY_WITHIN_MS = 120_000

const Ready = z.object({
  ok: z.literal(true),
  pools: z.record(z.string(), z.object({ workers: z.int(), closed: z.int() })),
  warnings: z.array(z.string()),
})

/**
 * Waits until the ingress reports that database and queue answer, and that each pool has a worker or is closed because
 * its sandbox is missing. Returns the warnings about such pools. Throws a StartFailure after two minutes.
 */
export async function awaitReady(baseUrl: string): Promise<string[]> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const answer = await ask(`${baseUrl}/readyz`)
    if (typeof answer !== 'string') return answer
    if (performance.now() > until) {
      throw new StartFailure(
        `Farebox did not get ready in ${READY_WITHIN_MS / 1_000} s: ${answer} (see the logs in DATA_DIR).`,
      )
    }
    await pause(100)
  }
}

/** Returns the warnings about pools that are closed or open without isolation, or as a string why it is not ready. */
async function ask(url: string): Promise<string[] | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    const text = await response.text()
    if (response.status !== 200) return `${response.status} ${text.slice(0, 300)}`
    const { pools, warnings } = Ready.parse(JSON.parse(text))
    const unserved = Object.keys(pools).filter((pool) => pools[pool]?.workers === 0 && pools[pool]?.closed === 0)
    if (unserved.length > 0) return `No worker serves ${unserved.join(', ')}.`
    return warnings.filter((line) => Object.keys(pools).some((pool) => line.startsWith(`${pool} `)))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
