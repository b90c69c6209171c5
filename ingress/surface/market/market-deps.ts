import { type AccountHashes, accountHashes } from '#shared/market/accounts/account-hashes.ts'
import { Passwords } from '#shared/market/accounts/passwords.ts'

import type { IngressDeps } from '../../deps.ts'

/** What the routes of the marketplace share beyond the ingress' own parts. */
export type MarketDeps = Pick<IngressDeps, 'config' | 'db' | 'mint'> & { hashes: AccountHashes; passwords: Passwords }

export const marketDeps = ({ config, db, mint }: Pick<IngressDeps, 'config' | 'db' | 'mint'>): MarketDeps => ({
  config,
  db,
  mint,
  hashes: accountHashes(config.SERVER_SECRET),
  passwords: new Passwords(),
})
