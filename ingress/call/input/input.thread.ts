import { workerData } from 'node:worker_threads'

import { transferableSymbol, valueSymbol } from 'piscina'

import { sealer } from '#shared/calls/seal.ts'
import { Refusal, type WireRefusal } from '#shared/errors.ts'
import type { Models } from '#shared/lib/models/model-roles.ts'
import { begin, type Begun } from '#shared/lib/concurrency/thread-pool.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { forSale } from '#shared/catalog/for-sale.ts'

import { callInput } from './call-input.ts'

/** What every thread is given at its start. */
export type InputThreadData = { serverSecret: string; models: Models }
export type InputJob = { slug: string; callId: string; raw: Uint8Array }
export type InputEnd =
  | { refusal: WireRefusal }
  | { stored: Uint8Array; digest: Uint8Array; canonicalDigest: Uint8Array }

// Safe: the pool of input-threads.ts gives it.
const { serverSecret, models } = workerData as InputThreadData
const secrets = sealer(serverSecret)
const sold = forSale(catalog)

/** The inside of a worker thread: one body of a call. Piscina asks for a default export. */
// oxlint-disable-next-line import/no-default-export
export default function takeInput({ slug, callId, raw, begun }: InputJob & Begun): InputEnd {
  const entry = sold.get(slug)
  if (entry === undefined) throw new Error(`nothing is called ${slug}`)
  begin(begun)
  try {
    const { stored, digest, canonicalDigest } = callInput(entry, raw, { callId, sealer: secrets, models })
    return handOver({ stored: Buffer.from(stored), digest: digest(), canonicalDigest: canonicalDigest() })
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    throw error
  }
}

/** An answer whose bytes are handed over where they have memory of their own: copying 8 MB would hold up the ingress. */
function handOver<End extends { stored: Buffer }>(end: End): End {
  const { buffer, byteLength } = end.stored
  if (buffer.byteLength !== byteLength) return end
  return Object.assign(end, { [transferableSymbol]: [buffer], [valueSymbol]: end })
}
