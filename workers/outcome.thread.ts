import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/outcomes/catalog.ts'
import type { OutcomeContext } from '#shared/outcomes/context.ts'

import type { RunEnd } from './run-outcome.ts'
import type { ThreadJob } from './threads.ts'

const closed = (door: string) => () => Promise.reject(new Error(`an outcome in a thread has no ${door} door`))

/** The inside of a worker thread: one pure outcome, its answer as JSON text. Piscina asks for a default export. */
// oxlint-disable-next-line import/no-default-export
export default async function runInThread({ slug, input, callId }: ThreadJob): Promise<RunEnd> {
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
    egress: { fetch: closed('egress'), vet: closed('egress') },
    upstreams: { ask: closed('upstreams') },
  }
  try {
    return { result: JSON.stringify(await entry.outcome.run(input, context)) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}
