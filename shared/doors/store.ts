import type { AgentsDoor, UsageDoor } from './agents.ts'
import type { AttestationsDoor } from './attestations.ts'
import type { FeaturedDoor, PaytoDoor } from './merchants.ts'
import type { NotesDoor } from './notes.ts'
import type { RatesDoor, ReceiptsDoor, SpendingDoor } from './spending.ts'
import type { SquareDoor } from './square.ts'
import type { WorkspacesDoor } from './workspaces.ts'

/**
 * The data outcomes keep across calls. It belongs to the credential that pays: a prepaid or trial key (also after a
 * rotation), a pass, or the wallet of an x402 payment; never an `agent_id`. A call may be attempted again after its
 * worker died. Every writing method is keyed by the call, writes once, and returns the first attempt's result to later
 * ones.
 */
export type StoreDoor = {
  notes: NotesDoor
  workspaces: WorkspacesDoor
  square: SquareDoor
  attestations: AttestationsDoor
  spending: SpendingDoor
  rates: RatesDoor
  receipts: ReceiptsDoor
  usage: UsageDoor
  agents: AgentsDoor
  payto: PaytoDoor
  featured: FeaturedDoor
}

/** Returns a store whose every method rejects with this message, for contexts without a store. */
export function closedStore(message: string): StoreDoor {
  const verb = () => Promise.reject(new Error(message))
  const part = new Proxy({}, { get: () => verb })
  // Safe: only methods are read from each part, and every method rejects.
  return new Proxy({}, { get: () => part }) as StoreDoor
}
