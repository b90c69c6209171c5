import type { WaitEnd } from '#shared/calls/waiters.ts'
import { Refusal } from '#shared/errors.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import type { Reply } from '#ingress/http/route.ts'
import type { Challenge } from '../challenge/challenge.ts'
import { isUnpaid, paymentAnswer, type PaymentProtocol, refusalOf } from './payment-answer.ts'
import { secretAnswer } from './refuse-payment.ts'
import { type Answered, replyAccepted, replyFinal } from '../answer-call.ts'

type Paid = {
  answered: Answered
  ended: WaitEnd
  protocol: PaymentProtocol
  /** The payment is new, so its sender is its payer. */
  isProven: boolean
  /** The caller's wait preference, for Preference-Applied; null when it sent none. */
  asked: string | null
  challenge: Challenge | undefined
}

/**
 * Answers a call paid by x402 or MPP, with its receipt. A payment that certainly did not settle is a 402 with accepts[];
 * while the settlement is unknown the answer is a 202. Throws 410 when the result was purged.
 */
export async function replyPaid(deps: Pick<IngressDeps, 'db' | 'mint'>, paid: Paid): Promise<Reply> {
  const { answered, ended, protocol, isProven, asked, challenge } = paid
  const { charged, requestId, entry } = answered
  const final = typeof ended === 'string' ? null : ended
  if (final?.purged === true) {
    throw new Refusal('gone', 'This payment was answered, and its result was kept for 24 hours only.', {
      fix: { action: 'Pay for a new call.' },
    })
  }
  if (final?.state === 'captured' && !isProven && entry.outcome.answerSecrets.length > 0) throw secretAnswer()
  const about = { callId: charged.callId, protocol, reveals: isProven }
  const { headers, onChain, call } = await paymentAnswer(deps, about, final)
  if (call !== null && isUnpaid(call) && challenge !== undefined) {
    return withHeaders(challenge(requestId, refusalOf(call), protocol === 1 ? 1 : 2), headers)
  }
  const known = { ...answered, charged: { ...charged, onChain } }
  return withHeaders(call === null ? replyAccepted(known, asked) : replyFinal(known, call), headers)
}

const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})
