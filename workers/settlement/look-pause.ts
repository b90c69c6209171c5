const FIRST_MS = 10

/**
 * Milliseconds between one look for a block and the next, the first being round 0. Short at first, because a node that
 * mines at once needs a few milliseconds; then `pollMs`, because a public one takes seconds and counts what it is asked.
 */
export const lookPauseMs = (round: number, pollMs: number): number =>
  Math.min(pollMs, FIRST_MS * 2 ** Math.min(round, 30))
