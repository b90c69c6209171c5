import type { Reply } from '../http/route.ts'
import { replyAccepted, replyFinal } from './answer-call.ts'
import type { CallParts } from './parts.ts'
import { replyPaid } from './payment/reply-paid.ts'
import type { Ended } from './wait.ts'

/** Answers the caller: the stored result or refusal, or 202 with the address to read it at. */
export async function replyTo(parts: CallParts, call: Ended): Promise<Reply> {
  const { entry, charge, request, preferences, ended } = call
  const callToken = parts.mint.callToken(charge.callId)
  const answered = {
    entry,
    charged: charge,
    requestId: request.requestId,
    callToken,
    sealer: parts.secrets,
    files: parts.files,
    accept: request.header('accept'),
  }
  if (charge.payment !== undefined) {
    const { protocol, isProven } = charge.payment
    const challenge = parts.challenges.for(request)
    return replyPaid(parts, { answered, ended, protocol, isProven, asked: preferences.asked, challenge })
  }
  return typeof ended === 'string' ? replyAccepted(answered, preferences.asked) : replyFinal(answered, ended)
}
