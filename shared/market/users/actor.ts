/** What an API key may be limited to; a session may do everything. `account` is keys and wallet. */
export const SCOPES = ['read', 'buy', 'sell', 'jobs', 'account'] as const
export type Scope = (typeof SCOPES)[number]

/** Who asks: a user of the marketplace, person or agent, and the credential that says so. */
export type Actor = {
  /** The user's UUID; `usr_...` outside (shared/market/public-id.ts). */
  userId: string
  /** The user at the top of those who registered this one, or this one: an owner and their agents are one account. */
  accountId: string
  username: string
  isAgent: boolean
  credential: { kind: 'session' | 'key'; id: string }
  scopes: readonly Scope[]
}
