import type { AgentsDoor, UsageDoor } from './agents.ts'
import type { AttestationsDoor } from './attestations.ts'
import type { FeaturedDoor, PaytoDoor } from './merchants.ts'
import type { NotesDoor } from './notes.ts'
import type { RatesDoor, ReceiptsDoor, SpendingDoor } from './spending.ts'
import type { SquareDoor } from './square.ts'
import type { WorkspacesDoor } from './workspaces.ts'

/**
 * What outcomes keep beyond a call, and what they know of the calls before. Its owner is the credential that pays: a
 * prepaid or trial key (also after a rotation), a pass, or the wallet of an x402 payment; never an `agent_id`. A call may
 * be attempted again after its worker died: every verb that writes is keyed by the call, writes once, and gives a second
 * attempt the first one's answer.
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

/** A store whose every verb fails with this sentence, for contexts that have none. */
export function closedStore(message: string): StoreDoor {
  const verb = () => Promise.reject(new Error(message))
  const part = new Proxy({}, { get: () => verb })
  // Safe: every part is asked for verbs only, and every verb rejects.
  return new Proxy({}, { get: () => part }) as StoreDoor
}
