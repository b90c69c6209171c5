/** Scopes that an API key can be limited to; a session has all of them. `account` covers keys and wallet. */
export const SCOPES = ['read', 'buy', 'sell', 'jobs', 'account'] as const
export type Scope = (typeof SCOPES)[number]

/** The authenticated user of the marketplace, person or agent, and the credential used. */
export type Actor = {
  /** UUID of the user; shown as `usr_...` (shared/market/public-id.ts). */
  userId: string
  /** UUID of the user at the top of the chain of registrations: an owner and their agents are one account. */
  accountId: string
  username: string
  isAgent: boolean
  credential: { kind: 'session' | 'key'; id: string }
  scopes: readonly Scope[]
  /** The terms changed since this account accepted them. */
  hasOldTerms?: true
}
