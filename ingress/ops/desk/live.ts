import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'
import { Refusal } from '#shared/errors.ts'

import { queueDepths } from '../queue-depths.ts'
import type { DeskDeps } from './desk-page.ts'
import { poolsTable } from './pools-table.ts'

/** Milliseconds between two looks, longest stream, and most streams of a process. */
const LOOK_MS = 2_000
const LONGEST_MS = 60_000
const MOST_STREAMS = 20
const LIMIT_MS = 1_000

/** Keeps the element with the id of the event up to date. */
export const LIVE_SCRIPT = `const box = document.getElementById('pools')
if (box) new EventSource('/ops/live').onmessage = ({ data }) => { box.innerHTML = JSON.parse(data) }
`

/**
 * Returns a function that streams the table of the pools every two seconds (server-sent events). A stream ends after a
 * minute and the browser opens another, so that a revoked operator loses it. Throws 503 for one stream too many.
 */
export function poolStreams(deps: DeskDeps): () => PassThrough {
  const readDepths = queueDepths(deps.queues)
  let streams = 0
  const feed = async (stream: PassThrough) => {
    const endsAt = Date.now() + LONGEST_MS
    while (!stream.destroyed && !deps.stopping() && Date.now() < endsAt) {
      const [pools, depths] = await Promise.all([withinLimit(LIMIT_MS, deps.pools()), readDepths()])
      stream.write(`data: ${JSON.stringify(poolsTable({ pools, depths, queueKind: deps.queues.kind }).text)}\n\n`)
      await pause(LOOK_MS)
    }
    stream.end()
  }
  return () => {
    if (streams >= MOST_STREAMS) throw new Refusal('overloaded', 'Too many pages are open.', { retryAfterS: 10 })
    streams += 1
    const stream = new PassThrough()
    stream.once('close', () => (streams -= 1))
    feed(stream).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the pools could not be shown live')
      stream.end()
    })
    return stream
  }
}
