import type { Log } from '#shared/log.ts'

/** A value as last read; refreshed in the background, so that the catalog never asks the database. */
export type Refreshed<Value> = { read: () => Value; stop: () => void }

/** Reads a value now and every `ms` milliseconds. `what` names it in the log when a read fails; the last value stays. */
export function refreshEvery<Value>(
  ms: number,
  { first, read, what, log }: { first: Value; read: () => Promise<Value>; what: string; log: Log },
): Refreshed<Value> {
  let last = first
  const refresh = () =>
    void read().then(
      (fresh) => (last = fresh),
      (error: unknown) => log.warn({ err: error }, `${what} could not be read; the last ones stay`),
    )
  refresh()
  const timer = setInterval(refresh, ms)
  return { read: () => last, stop: () => clearInterval(timer) }
}
