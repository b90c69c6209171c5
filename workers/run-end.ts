import type { WireRefusal } from '#shared/errors.ts'

/** How one run ended: the JSON text of its result, or a refusal. Both end the call. */
export type RunEnd = { result: string } | { refusal: WireRefusal }
