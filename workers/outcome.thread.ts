import { runEngine, threaded, type ThreadedEngine } from '#shared/outcomes/threaded.ts'
import { Refusal } from '#shared/errors.ts'
import { yieldToRequests } from '#shared/lib/concurrency/yield-to-requests.ts'
import { begin } from '#shared/lib/concurrency/thread-pool.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import { noModels } from '#shared/doors/model.ts'
import { closedStore } from '#shared/doors/store.ts'

import { agentLabel } from './agent-label.ts'
import type { RunEnd } from './run-end.ts'
import type { EngineJob, ThreadJob } from './threads.ts'

yieldToRequests()

const closed = (door: string) => () => Promise.reject(new Error(`an outcome in a thread has no ${door} door`))

/** The inside of a worker thread: one pure outcome, its answer as JSON text. Piscina asks for a default export. */
// oxlint-disable-next-line import/no-default-export
export default async function runInThread({ slug, input, callId, begun }: ThreadJob): Promise<RunEnd> {
  // A thread that only runs engines never loads the outcomes.
  const { catalog } = await import('#shared/catalog/catalog.ts')
  const entry = catalog.get(slug)
  if (entry === undefined) throw new Error(`no outcome is called ${slug}`)
  const context: OutcomeContext = {
    callId,
    now: () => new Date(),
    signal: new AbortController().signal,
    reliability: closed('reliability'),
    mintReceipt: closed('receipt'),
    call: closed('call'),
    step: closed('step'),
    browser: { picture: closed('browser') },
    pdf: { read: closed('PDF') },
    egress: { fetch: closed('egress'), vet: closed('egress') },
    upstreams: { ask: closed('upstreams') },
    dns: { resolvers: [], ask: closed('DNS'), askOne: closed('DNS') },
    whois: { ask: closed('WHOIS') },
    store: closedStore('an outcome in a thread has no store door'),
    signing: { baseUrl: '', keys: closed('signing'), envelope: closed('signing'), statement: closed('signing') },
    settlement: { inspect: closed('settlement') },
    chains: {
      open: () => {
        throw new Error('an outcome in a thread has no chains door')
      },
    },
    model: noModels(() => new Error('an outcome in a thread has no model door')),
    media: { picture: closed('media'), ocr: closed('media'), audio: closed('media') },
    compute: closed('compute'),
  }
  begin(begun)
  try {
    if (typeof input !== 'string') return { result: JSON.stringify(await entry.outcome.run(input, context)) }
    // Safe: only a JSON object is stored as an input.
    const value = JSON.parse(input) as Record<string, unknown>
    const agentId = agentLabel(entry.outcome, value)
    return { result: JSON.stringify(await entry.outcome.run(value, context)), agentId }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

/** One engine on one value. */
export async function compute({ engine, input, begun }: EngineJob): Promise<unknown> {
  if (!isEngine(engine)) throw new Error(`no engine is called ${engine}`)
  // Safe: the door that sent the job is typed by the same table.
  return runEngine(engine, input as never, () => begin(begun))
}

const isEngine = (name: string): name is ThreadedEngine => Object.hasOwn(threaded, name)
