import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import { type AccountHashes, accountHashes } from '#shared/market/users/account-hashes.ts'
import { Passwords } from '#shared/market/users/passwords.ts'

import type { IngressDeps } from '../../deps.ts'

/** Dependencies of the marketplace routes. */
export type MarketDeps = Pick<IngressDeps, 'config' | 'db' | 'mint' | 'log' | 'now'> & {
  hashes: AccountHashes
  /** Per account: writers wait here for earlier writes of the account, without holding a connection. */
  mutex: KeyedMutex
  passwords: Passwords
}

export const marketDeps = ({
  config,
  db,
  mint,
  log,
  now,
}: Pick<IngressDeps, 'config' | 'db' | 'mint' | 'log' | 'now'>): MarketDeps => ({
  config,
  db,
  mint,
  log,
  now,
  hashes: accountHashes(config.SERVER_SECRET),
  mutex: new KeyedMutex(),
  passwords: new Passwords(),
})
