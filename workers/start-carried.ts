import { QUEUE_ALLOWANCE_MS } from '#shared/calls/accept.ts'
import type { AttemptSealer } from '#shared/calls/carried-attempt.ts'
import type { StartedCall } from '#shared/calls/start.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** An attempt as its job carries it, and how long ago the job was made. */
type CarriedCall = { id: string; sealed: string; waitedMs: number }

/** The first attempts of a job, by how their calls were accepted. */
export type FirstAttempts = { carried: readonly CarriedCall[]; offered: readonly CarriedCall[] }

/**
 * The first attempt of a call, from its job. The accept statement wrote attempt 1 for it, and the finish statement takes
 * attempt 1 while no other has begun, so a lost, late or repeated job costs at most another run. Returns null when the call
 * has to be started by its id: the attempt cannot be opened, or its outcome is not pure in this version. Nothing here
 * compares clocks: `waitedMs`, from those of two machines, is for the log.
 */
export function startCarried(
  { id, sealed, waitedMs }: CarriedCall,
  { attempts, catalog }: { attempts: AttemptSealer; catalog: ReadonlyMap<string, CatalogEntry> },
): StartedCall | null {
  const attempt = attempts.open(id, sealed)
  if (attempt === null || catalog.get(attempt.slug)?.outcome.pure !== true) return null
  const leftMs = attempt.timeoutMs + QUEUE_ALLOWANCE_MS
  return { callId: id, attempt: 1, ...attempt, settlesAfter: false, leftMs, waitedMs, with: null }
}

/**
 * The offered attempt of a call, from its job: the first attempt of a call whose payment settles after its run. Its row says
 * nothing of it, so it is number 0, which no start gives. A result is stored for it while no other attempt has begun
 * (shared/calls/store-unsettled.ts).
 */
export function startOffered(
  offered: CarriedCall,
  deps: { attempts: AttemptSealer; catalog: ReadonlyMap<string, CatalogEntry> },
): StartedCall | null {
  const started = startCarried(offered, deps)
  return started === null ? null : { ...started, attempt: 0, settlesAfter: true }
}
