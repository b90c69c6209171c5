import { Refusal } from '#shared/errors.ts'
import { isAllowedTarget, TargetUrl } from '#shared/events/webhooks/webhook-fields.ts'
import type { EgressException } from '#shared/lib/network/egress-allow.ts'

import type { Admitted } from './admit.ts'

/**
 * The address to which the end of a call is sent (X-Callback-URL); null when none was asked for. Throws 400 for one that is
 * no https address, and for a free call, which would let anybody have us send requests.
 */
export function callbackOf({ request, entry }: Pick<Admitted, 'request' | 'entry'>, allow: readonly EgressException[]) {
  const sent = request.header('x-callback-url')
  if (sent === undefined) return null
  const url = TargetUrl.safeParse(sent.trim())
  if (entry.outcome.cents === 0 || !url.success || !isAllowedTarget(url.data, allow)) {
    const why = entry.outcome.cents === 0 ? 'is for calls that are paid' : 'has to be an https address'
    throw new Refusal('bad_request', `X-Callback-URL ${why}; nothing was charged.`, {
      fix: { action: 'Leave it out and read GET /api/v1/calls/{call_id}, or send an https address of yours.' },
    })
  }
  return url.data
}
