/** Why a URL was denied. For our logs and metrics only, never for callers. */
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

/** The egress policy denies a URL or a connection. */
export class Denied extends Error {
  override readonly name = 'Denied'
  readonly code = 'EGRESS_DENIED'
  readonly reason: DenialReason

  constructor(reason: DenialReason) {
    super(`denied: ${reason}`)
    this.reason = reason
  }
}

/** The request was allowed but failed: no connection, no answer, or a timeout. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly code = 'EGRESS_UNREACHABLE'
}
