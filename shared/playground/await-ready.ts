import { setTimeout as pause } from 'node:timers/promises'

import { StartFailure } from './start-failure.ts'

const READY_WITHIN_MS = 120_000

/** Waits until the ingress says that database, queue and a worker of every pool answer. */
export async function awaitReady(baseUrl: string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const answer = await ask(`${baseUrl}/readyz?pools=all`)
    if (answer === 'ready') return
    if (performance.now() > until) {
      throw new StartFailure(
        `Farebox did not get ready in ${READY_WITHIN_MS / 1_000} s: ${answer} (see the logs in DATA_DIR).`,
      )
    }
    await pause(100)
  }
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) })
    const text = await response.text()
    return response.status === 200 ? 'ready' : `${response.status} ${text.slice(0, 300)}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
