import type { WireRefusal } from '#shared/errors.ts'

/** Result of a run: the result as JSON text, or a refusal. Both end the call. */
export type RunEnd = { result: string } | { refusal: WireRefusal }
