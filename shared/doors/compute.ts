import type { EngineAnswer, EngineInput, ThreadedEngine } from '#shared/outcomes/threaded.ts'

/**
 * Runs an engine on untrusted data in a worker thread, so that it cannot block other calls and can be terminated.
 * Throws `Refusal('unprocessable')`, not charged, when it needs more than `cpuMs` of CPU time (default 4,000) or more than the
 * thread's memory.
 */
export type ComputeDoor = <Name extends ThreadedEngine>(
  engine: Name,
  input: EngineInput<Name>,
  limits: { signal: AbortSignal; cpuMs?: number },
) => Promise<EngineAnswer<Name>>
