import type { EngineAnswer, EngineInput, ThreadedEngine } from '#shared/outcomes/threaded.ts'

/**
 * Runs an engine on strangers' data in a worker thread, so that it can neither hold up other calls nor outlive its time.
 * Throws `Refusal('unprocessable')`, not charged, when it needs more than `timeoutMs` (4,000 unless said) or than a
 * thread's memory.
 */
export type ComputeDoor = <Name extends ThreadedEngine>(
  engine: Name,
  input: EngineInput<Name>,
  limits: { signal: AbortSignal; timeoutMs?: number },
) => Promise<EngineAnswer<Name>>
