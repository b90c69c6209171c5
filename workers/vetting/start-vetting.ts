import { catalog } from '#shared/catalog/catalog.ts'
import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import { closedDoors } from '#shared/doors/closed-doors.ts'
import { Refusal } from '#shared/errors.ts'
import { isTooMuch } from '#shared/lib/concurrency/thread-pool.ts'
import type { Log } from '#shared/log.ts'
import { keepVetting, takeUnvetted } from '#shared/market/vetting/take-unvetted.ts'

import { createThreads, type Threads } from '../threads.ts'
import { type Scan, vetListing } from './vet-listing.ts'

const LOOK_MS = 1_000
/** Time limit of one scanner for one listing, in ms. Scans take milliseconds; the margin is for busy machines. */
const SCAN_MS = 15_000

/**
 * Vets waiting listings one by one in a thread of its own, so that no paid call waits for it. The queue is in the
 * database: several processes share it, and others take over from one that dies.
 */
export function startVetting({ db, log }: { db: Db; log: Log }): { stop: () => Promise<void> } {
  const threads = createThreads(1)
  const scan = scanIn(threads)
  let isOver = false
  // A scan that was cut off by the shutdown says nothing about the listing.
  const scanOn: Scan = async (slug, input) => {
    const end = await scan(slug, input)
    if (isOver) throw new Error('this process ends')
    return end
  }
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      while (!isOver && (await vetNext(db, scanOn)));
    } catch (error) {
      // Others log database outages.
      if (!isOver && !isOutage(error)) log.warn({ err: error }, 'a listing could not be vetted; it is tried again')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    async stop() {
      isOver = true
      clearInterval(timer)
      await threads.close()
    },
  }
}

/**
 * Vets the next waiting listing; false if there is none. Throws if a scanner failed; such a listing is tried three
 * times.
 */
export async function vetNext(db: Pick<Db, 'pg' | 'em'>, scan: Scan): Promise<boolean> {
  const listing = await takeUnvetted(db)
  if (listing === null) return false
  const result = await vetListing(listing, scan)
  await keepVetting(await db.em(), listing, result)
  return true
}

/** Runs an outcome that leaves its work to an engine, with that engine in a thread; null if it exceeds its time or memory. */
export const scanByEngine =
  (threads: Threads): Scan =>
  async (slug, input) => {
    const entry = catalog.get(slug)
    if (entry === undefined) throw new Error(`no outcome is called ${slug}`)
    const { signal } = new AbortController()
    const doors = closedDoors((door) => new Error(`a scan has no ${door} door`))
    const context = { ...doors, callId: `vetting:${slug}`, now: () => new Date(), signal, compute: threads.compute }
    try {
      return { result: JSON.stringify(await entry.outcome.run(input, context)) }
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error.toWire() }
      throw error
    }
  }

/** Runs an outcome in a thread; null if it exceeds its time or memory. */
export const scanIn =
  (threads: Threads): Scan =>
  async (slug, input) => {
    try {
      return await threads.run(slug, input, `vetting:${slug}`, {
        signal: new AbortController().signal,
        timeoutMs: SCAN_MS,
      })
    } catch (error) {
      if (isTooMuch(error)) return null
      throw error
    }
  }
