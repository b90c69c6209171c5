/** Whole months for which calls are kept at least: usage, statistics and everything that is decided about a call is past by then. */
export const LEAST_CALL_MONTHS = 6
