import type { StoreDoor } from '#shared/doors/store.ts'

import { agentsDoor } from './agents/agents-door.ts'
import { type SlugFacts, usageDoor } from './agents/usage-door.ts'
import { attestationsDoor } from './attestations/attestations-door.ts'
import { type Caller, readCaller } from './caller.ts'
import { featuredDoor } from './merchants/featured-door.ts'
import { paytoDoor } from './merchants/payto-door.ts'
import { notesDoor } from './notes/notes-door.ts'
import { ratesDoor } from './spending/rates-door.ts'
import { receiptsDoor } from './spending/receipts-door.ts'
import { spendingDoor } from './spending/spending-door.ts'
import { squareDoor } from './square/square-door.ts'
import type { StoreCall } from './store-call.ts'
import { storeKeys } from './store-keys.ts'
import { workspacesDoor } from './workspaces/workspaces-door.ts'

/**
 * Opens the store for calls. `callId` determines who owns what is stored. `effectId` keys what is written: the call's
 * own id, or that of a step of a workflow, so that two steps of one call are two effects. Each part is created on
 * access.
 */
export function openStore({
  db,
  serverSecret,
  slugs,
}: {
  db: StoreCall['db']
  serverSecret: string
  slugs: SlugFacts
}): (callId: string, effectId: string) => StoreDoor {
  const keys = storeKeys(serverSecret)
  return (callId, effectId) => {
    let caller: Promise<Caller> | undefined
    const call: StoreCall = { db, keys, effectId, caller: () => (caller ??= readCaller(db.pg, callId)) }
    return {
      get notes() {
        return notesDoor(call)
      },
      get workspaces() {
        return workspacesDoor(call)
      },
      get square() {
        return squareDoor(call)
      },
      get attestations() {
        return attestationsDoor(call)
      },
      get spending() {
        return spendingDoor(call)
      },
      get rates() {
        return ratesDoor(call)
      },
      get receipts() {
        return receiptsDoor(call)
      },
      get usage() {
        return usageDoor(call, slugs)
      },
      get agents() {
        return agentsDoor(call)
      },
      get payto() {
        return paytoDoor(call)
      },
      get featured() {
        return featuredDoor(call)
      },
    }
  }
}
