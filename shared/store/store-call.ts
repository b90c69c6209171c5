import type { Pool as PgPool } from 'pg'

import type { Caller } from './caller.ts'
import type { StoreKeys } from './store-keys.ts'

/** What every part of the store knows about the call it works for. */
export type StoreCall = {
  pg: PgPool
  keys: StoreKeys
  /** Under which what this call writes is written once: the call's id, or that of a step of a workflow. */
  effectId: string
  /** Who pays, read when first asked for. */
  caller: () => Promise<Caller>
}
