/** Why a URL may not be fetched. For logs and counters of ours only: a caller is told nothing of it. */
export type DenialReason =
  | 'not_a_url'
  | 'scheme'
  | 'userinfo'
  | 'length'
  | 'port'
  | 'name'
  | 'own_name'
  | 'address'
  | 'own_address'
  | 'no_address'
  | 'peer'

/** The policy says no. */
export class Denied extends Error {
  override readonly name = 'Denied'
  readonly code = 'EGRESS_DENIED'
  readonly reason: DenialReason

  constructor(reason: DenialReason) {
    super(`denied: ${reason}`)
    this.reason = reason
  }
}

/** Allowed, but nothing came of it: no connection, no answer, not in time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly code = 'EGRESS_UNREACHABLE'
}
