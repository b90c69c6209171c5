import { uuidv7 } from 'uuidv7'

import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import type { Log } from '#shared/log.ts'
import { type DueEndpoint, keepProbe, keepScan, takeDueEndpoint } from '#shared/market/endpoints/probe-endpoint.ts'
import { endpointSecrets } from '#shared/market/endpoints/signing-secret.ts'

import type { Threads } from '../threads.ts'
import { scanByEngine, scanIn } from '../vetting/start-vetting.ts'
import { vetEndpoint } from '../vetting/vet-endpoint.ts'
import type { AskSeller } from './ask-seller.ts'
import { SellerFailed } from './seller-failed.ts'

const LOOK_MS = 1_000
/** Tests that one process makes at once, one of each seller: whoever has many slow endpoints delays nobody else. */
const AT_ONCE = 4

type Deps = { db: Pick<Db, 'pg'>; log: Log; serverSecret: string; ask: AskSeller; threads: Threads }

/**
 * Tests endpoints of sellers with the example of their input: new ones until one is answered, live ones every few
 * minutes. Texts that nobody scanned yet are scanned before. The queue is in the database: several processes share it.
 */
export function startProbes(deps: Deps): { stop: () => void } {
  const { log } = deps
  const stopped = new AbortController()
  const testing = new Set<string>()
  let looking = 0
  const look = async () => {
    if (looking >= AT_ONCE) return
    looking += 1
    try {
      while (!stopped.signal.aborted && (await probeNext(deps, testing, stopped.signal)));
    } catch (error) {
      // Others log database outages.
      if (!stopped.signal.aborted && !isOutage(error))
        log.warn({ err: error }, 'a seller endpoint could not be tested; it is tried again')
    } finally {
      looking -= 1
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    stop() {
      stopped.abort()
      clearInterval(timer)
    },
  }
}

/** Tests the next endpoint that is due; false if there is none. A test that the end of the process cuts off counts for nothing. */
async function probeNext(
  { db, serverSecret, ask, threads }: Deps,
  testing: Set<string>,
  stopped: AbortSignal,
): Promise<boolean> {
  const due = await takeDueEndpoint(db.pg, [...testing])
  if (due === null) return false
  testing.add(due.terms.sellerId)
  try {
    if (due.isUnscanned) await keepScan(db.pg, due, await scanned(due, threads))
    const problem = await problemOf(ask, serverSecret, due, stopped)
    if (!stopped.aborted) await keepProbe(db.pg, due.terms.versionId, problem)
  } finally {
    testing.delete(due.terms.sellerId)
  }
  return true
}

const scanned = ({ texts }: DueEndpoint, threads: Threads) =>
  vetEndpoint(texts, { inThread: scanIn(threads), byEngine: scanByEngine(threads) })

async function problemOf(
  ask: AskSeller,
  serverSecret: string,
  { terms, inputExample }: DueEndpoint,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const payer = endpointSecrets(serverSecret).payerLabel(terms.endpointId, 'test')
    await ask(terms, { id: `test_${uuidv7()}`, body: inputExample, payer, isTest: true, signal })
    return null
  } catch (error) {
    if (error instanceof SellerFailed)
      return error.problem === 'address' ? `${error.note.slice(0, 250)} (only public addresses are called)` : error.note
    throw error
  }
}
