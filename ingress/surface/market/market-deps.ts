import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import { type AccountHashes, accountHashes } from '#shared/market/users/account-hashes.ts'
import { Passwords } from '#shared/market/users/passwords.ts'

import type { IngressDeps } from '../../deps.ts'

/** What the routes of the marketplace share beyond the ingress' own parts. */
export type MarketDeps = Pick<IngressDeps, 'config' | 'db' | 'mint' | 'log' | 'now'> & {
  hashes: AccountHashes
  /** What stores something waits here for what its account is storing already, instead of with a connection in its hand. */
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
