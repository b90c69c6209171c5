import type { WireRefusal } from '#shared/errors.ts'

/**
 * How one run ended: the JSON text of its result, or a refusal. Both end the call. `agentId` is the agent label of an input
 * that a thread parsed.
 */
export type RunEnd = ({ result: string } | { refusal: WireRefusal }) & { agentId?: string | null }

/** How a call ended: with the steps of a workflow, and what it costs, where its outcome decides that by the answer. */
export type CallEnd = RunEnd & { steps?: string | null; chargedMicroUsdc?: bigint }

/** The code of an end: `ok`, or that of its refusal. */
export const codeOf = (end: RunEnd): string => ('refusal' in end ? end.refusal.code : 'ok')
