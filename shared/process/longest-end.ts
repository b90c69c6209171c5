/** Time a process may take to exit beyond its settings, in milliseconds. */
const HARD_EXIT_MARGIN_MS = 10_000

/** Returns the milliseconds after which a stopping process exits, whatever it still waits for. */
export function longestEndMs(settings: { DRAIN_MS: number; SHUTDOWN_GRACE_MS: number }): number {
  return settings.DRAIN_MS + settings.SHUTDOWN_GRACE_MS + HARD_EXIT_MARGIN_MS
}
