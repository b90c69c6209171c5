import { runEngine, threaded, type ThreadedEngine } from '#shared/outcomes/threaded.ts'
import { Refusal } from '#shared/errors.ts'
import { begin } from '#shared/lib/concurrency/thread-pool.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { closedDoors } from '#shared/doors/closed-doors.ts'

import { agentLabel } from './agent-label.ts'
import type { RunEnd } from './run-end.ts'
import type { EngineJob, ThreadJob } from './threads.ts'

const noDoor = (door: string) => new Error(`an outcome in a thread has no ${door} door`)

/**
 * Entry point of a worker thread: runs one pure outcome and returns its answer as JSON. Piscina needs the default
 * export.
 */
// oxlint-disable-next-line import/no-default-export
export default async function runInThread({ slug, input, callId, begun }: ThreadJob): Promise<RunEnd> {
  // Loaded on demand: threads that only run engines never load the outcomes.
  const { catalog } = await import('#shared/catalog/catalog.ts')
  const entry = catalog.get(slug)
  if (entry === undefined) throw new Error(`no outcome is called ${slug}`)
  const context: OutcomeContext = {
    callId,
    now: () => new Date(),
    signal: new AbortController().signal,
    ...closedDoors(noDoor),
    compute: () => Promise.reject(noDoor('compute')),
  }
  begin(begun)
  // Safe: only a JSON object is stored as an input.
  const value = typeof input === 'string' ? (JSON.parse(input) as Record<string, unknown>) : input
  // Who parses an input also reads its label.
  const label = typeof input === 'string' ? { agentId: agentLabel(entry.outcome, value) } : {}
  try {
    return { result: JSON.stringify(await entry.outcome.run(value, context)), ...label }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire(), ...label }
    throw error
  }
}

/** Runs one engine. */
export async function compute({ engine, input, begun }: EngineJob): Promise<unknown> {
  if (!isEngine(engine)) throw new Error(`no engine is called ${engine}`)
  // Safe: the sender is typed by the same table of engines.
  return runEngine(engine, input as never, () => begin(begun))
}

const isEngine = (name: string): name is ThreadedEngine => Object.hasOwn(threaded, name)
