import { keccak_256 } from '@noble/hashes/sha3'

import { BASE } from '#shared/chains/networks.ts'

import type { MatchedPayment } from '../x402/match-payment.ts'
import type { MppChallenge } from '../x402/payment-header.ts'
import { isOurs, type MppKey, mppRequest, tokenOf } from './challenge.ts'

/** Why the challenge of a payment does not hold, with a reason of our own and a sentence for the payer. */
export type ChallengeProblem = { reason: MppReason; field: string; message: string }

/** Our reasons, and the problem type that each is (draft-httpauth-payment-00, section 8). */
const TYPES = {
  mpp_challenge_not_ours: 'invalid-challenge',
  mpp_challenge_expired: 'payment-expired',
  mpp_challenge_other_terms: 'invalid-challenge',
  mpp_not_bound_to_challenge: 'verification-failed',
} as const
type MppReason = keyof typeof TYPES

/**
 * Judges the challenge that a payment answers: made by us, not expired, for these terms, and paid by a signature that names
 * it. Null when all of that holds. Asks nobody.
 */
export function challengeProblem(
  key: MppKey,
  challenge: MppChallenge,
  { requirement, forward, memos }: Pick<MatchedPayment, 'requirement' | 'forward' | 'memos'>,
  nowMs: number,
): ChallengeProblem | null {
  const problem = (reason: MppReason, field: string, message: string) => ({ reason, field, message })
  if (!isOurs(key, challenge))
    return problem('mpp_challenge_not_ours', 'challenge.id', 'This challenge is not of this server, or was changed.')
  const token = tokenOf(challenge)
  if (token === null || challenge.request !== mppRequest(requirement, token)) {
    const message = 'This challenge asks for another price or recipient than this call has.'
    return problem('mpp_challenge_other_terms', 'challenge.request', message)
  }
  if (!(Date.parse(challenge.expires) > nowMs))
    return problem('mpp_challenge_expired', 'challenge.expires', 'This challenge has expired.')
  const isBound = requirement.network === BASE ? nonceOf(forward) === challengeHash(challenge) : memos.includes(token)
  if (isBound) return null
  return requirement.network === BASE
    ? problem('mpp_not_bound_to_challenge', 'payload.nonce', 'The nonce is not the hash of this challenge.')
    : problem('mpp_not_bound_to_challenge', 'payload.transaction', 'No memo of it is the externalId of this challenge.')
}

/** The problem type of a refused payment, as MPP names it. */
export function mppProblemType(reason: unknown): string {
  const known: Readonly<Record<string, string | undefined>> = TYPES
  const text = typeof reason === 'string' ? reason : ''
  const type = known[text] ?? (text.includes('insufficient') ? 'payment-insufficient' : 'verification-failed')
  return `https://paymentauth.org/problems/${type}`
}

/** What the nonce of an authorization has to be: the hash of id and realm of its challenge. */
const challengeHash = ({ id, realm }: MppChallenge): string =>
  `0x${Buffer.from(keccak_256(Buffer.from(id + realm))).toString('hex')}`

function nonceOf({ payload }: MatchedPayment['forward']): unknown {
  const { authorization } = payload
  return typeof authorization === 'object' && authorization !== null && 'nonce' in authorization
    ? authorization.nonce
    : undefined
}
