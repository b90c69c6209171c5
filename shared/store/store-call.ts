import type { Db } from '#shared/db/open-db.ts'

import type { Caller } from './caller.ts'
import type { StoreKeys } from './store-keys.ts'

/** What every part of the store knows about the call it serves. */
export type StoreCall = {
  db: Pick<Db, 'pg' | 'em'>
  keys: StoreKeys
  /** Key under which this call's writes happen once: the call's id, or that of a step of a workflow. */
  effectId: string
  /** The payer, read on first use. */
  caller: () => Promise<Caller>
}
