import type { DenialReason } from '#shared/lib/network/public/admit-url.ts'

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
