import type { SigningDoor } from './attestations.ts'
import type { BrowserDoor } from './browser.ts'
import type { ChainsDoor } from './chains.ts'
import type { ComputeDoor } from './compute.ts'
import type { DnsDoor } from './dns.ts'
import type { EgressDoor } from './egress.ts'
import type { MediaDoor } from './media.ts'
import type { ModelDoor } from './model.ts'
import type { PdfDoor } from './pdf.ts'
import type { SellersDoor } from './sellers.ts'
import type { SettlementDoor } from './settlement.ts'
import type { StoreDoor } from './store.ts'
import type { UpstreamsDoor } from './upstreams.ts'
import type { WhoisDoor } from './whois.ts'

/** Live statistics of one outcome, from our own call rows. */
export type ServiceReliability = {
  calls: number
  paid_calls: number
  success_rate_30d: number | null
  p50_ms: number | null
  p95_ms: number | null
  last_called_label: string | null
}

/** Reliability of an outcome without calls. */
export const NEVER_CALLED: ServiceReliability = {
  calls: 0,
  paid_calls: 0,
  success_rate_30d: null,
  p50_ms: null,
  p95_ms: null,
  last_called_label: null,
}

/** The fields of an action receipt. Every field is validated before it is signed. */
export type ReceiptRequest = {
  agent_id: string
  action: string
  payload_digest: string
  nonce?: string | undefined
  quote?: string | undefined
  decision_ref?: string | undefined
}

/**
 * Everything an outcome can access. A pure outcome only uses `now`. Everything that is not in its input (time, statistics,
 * signatures, other outcomes, the network) is in this object, so that tests can fake each part.
 */
export type OutcomeContext = {
  /** The call that runs, for logs and for ids derived from it. */
  callId: string
  now: () => Date
  /** Aborted when the call's time is up; long work must check it. */
  signal: AbortSignal
  /** Statistics of an outcome; null when the slug does not exist. */
  reliability: (slug: string) => Promise<ServiceReliability | null>
  /** Whether this installation sells an outcome: what it needs is configured. */
  isSold: (slug: string) => boolean
  /** Returns a signed action receipt (profile action-receipt-v1-rt). */
  mintReceipt: (request: ReceiptRequest) => Promise<Record<string, unknown>>
  /**
   * Runs another outcome as a step of this call, not charged separately. Returns its result or throws its Refusal. The
   * result is stored before it is returned; a resumed call gets the stored one. `step` distinguishes steps of the same
   * slug.
   */
  call: (slug: string, input: unknown, step?: string) => Promise<unknown>
  /** Whether the policy of the key that pays allows an outcome that was not among what it was asked to pay for. */
  mayRun: (slug: string) => Promise<boolean>
  /**
   * Runs work of a workflow as a durable step. Its JSON result is stored before it is returned; a resumed call gets the
   * stored one. A Refusal it throws is stored and thrown again in the same way.
   */
  step: <Answer>(name: string, work: () => Promise<Answer>) => Promise<Answer>
  /** Fetches URLs supplied by the caller. */
  egress: EgressDoor
  /** Runs work on untrusted data in a thread that can be terminated. */
  compute: ComputeDoor
  /** Reads PDFs, each in a separate process. */
  pdf: PdfDoor
  /** Takes screenshots of pages supplied by the caller. */
  browser: BrowserDoor
  /** Stores data for the payer; every writing method takes effect once per call. */
  store: StoreDoor
  /** Signs results of outcomes, in the process that alone has the key. */
  signing: SigningDoor
  /** What sellers sell per call. */
  sellers: SellersDoor
  /** Asks the settlement process about the state of a chain. */
  settlement: SettlementDoor
  /** Queries the configured upstream services; never an address supplied by the caller. */
  upstreams: UpstreamsDoor
  /** Reads public chains. */
  chains: ChainsDoor
  /** Queries public resolvers. */
  dns: DnsDoor
  /** Queries registries by WHOIS. */
  whois: WhoisDoor
  /** Queries the configured models. */
  model: ModelDoor
  /** Decodes untrusted pictures and audio. */
  media: MediaDoor
}
