import type { SigningDoor } from './attestations.ts'
import type { BrowserDoor } from './browser.ts'
import type { ChainsDoor } from './chains.ts'
import type { ComputeDoor } from './compute.ts'
import type { DnsDoor } from './dns.ts'
import type { EgressDoor } from './egress.ts'
import type { MediaDoor } from './media.ts'
import type { ModelDoor } from './model.ts'
import type { PdfDoor } from './pdf.ts'
import type { SettlementDoor } from './settlement.ts'
import type { StoreDoor } from './store.ts'
import type { UpstreamsDoor } from './upstreams.ts'
import type { WhoisDoor } from './whois.ts'

/** Live counts of one outcome, from our own call rows. */
export type ServiceReliability = {
  calls: number
  paid_calls: number
  success_rate_30d: number | null
  p50_ms: number | null
  p95_ms: number | null
  last_called_label: string | null
}

/** What an outcome mints as an action receipt; every field is checked before it is signed. */
export type ReceiptRequest = {
  agent_id: string
  action: string
  payload_digest: string
  nonce?: string | undefined
  quote?: string | undefined
  decision_ref?: string | undefined
}

/**
 * The doors through which an outcome meets the world. A pure outcome uses none of them but `now`; everything else that
 * is not in its input (time, counts, signatures, other outcomes, the network) arrives here, so each can be faked alone.
 */
export type OutcomeContext = {
  /** The call being run, for logs and for ids derived from it. */
  callId: string
  now: () => Date
  /** Aborted when the call's time is up; long work must look at it. */
  signal: AbortSignal
  /** Counts of one of our slugs; null when the slug does not exist. */
  reliability: (slug: string) => Promise<ServiceReliability | null>
  /** Mints a signed action receipt (profile action-receipt-v1-rt). */
  mintReceipt: (request: ReceiptRequest) => Promise<Record<string, unknown>>
  /**
   * Runs another outcome as a step of this call, never charged apart; answers with its result or throws its Refusal. A
   * step's end is stored before it is seen: a call that is resumed gets the stored one. `step` tells steps of the same
   * slug apart.
   */
  call: (slug: string, input: unknown, step?: string) => Promise<unknown>
  /**
   * Does own work of a workflow as a durable step: its JSON answer is stored before it is seen, and a resumed call gets
   * the stored one. A Refusal it throws is stored and thrown again the same way.
   */
  step: <Answer>(name: string, work: () => Promise<Answer>) => Promise<Answer>
  /** Fetches URLs that a caller supplied. */
  egress: EgressDoor
  /** Works on strangers' data where it can be stopped. */
  compute: ComputeDoor
  /** Reads PDFs, each in a process of its own. */
  pdf: PdfDoor
  /** Pictures pages that a caller named. */
  browser: BrowserDoor
  /** What outcomes keep for whoever pays; every verb that writes does it once for its call. */
  store: StoreDoor
  /** Signs what outcomes hand out, in the process that alone has the key. */
  signing: SigningDoor
  /** Asks the settlement process what a chain shows. */
  settlement: SettlementDoor
  /** Asks the services this installation is configured for; never with an address of a caller's. */
  upstreams: UpstreamsDoor
  /** Reads public chains. */
  chains: ChainsDoor
  /** Asks public resolvers what the public DNS says of a name. */
  dns: DnsDoor
  /** Asks registries by WHOIS. */
  whois: WhoisDoor
  /** Asks the models this installation is configured for. */
  model: ModelDoor
  /** Opens pictures and sound of strangers. */
  media: MediaDoor
}
