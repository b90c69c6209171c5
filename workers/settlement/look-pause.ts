const FIRST_MS = 10

/**
 * Milliseconds between two checks for a block; `round` starts at 0. Short at first, for nodes that mine at once, then
 * up to `pollMs`, because public nodes take seconds and limit requests.
 */
export const lookPauseMs = (round: number, pollMs: number): number =>
  Math.min(pollMs, FIRST_MS * 2 ** Math.min(round, 30))
