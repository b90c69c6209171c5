/** How long a process may take to end, beyond what its settings give it. */
const HARD_EXIT_MARGIN_MS = 10_000

/** By when a process that was told to end has exited, whatever it still waits for. */
export function longestEndMs(settings: { DRAIN_MS: number; SHUTDOWN_GRACE_MS: number }): number {
  return settings.DRAIN_MS + settings.SHUTDOWN_GRACE_MS + HARD_EXIT_MARGIN_MS
}
