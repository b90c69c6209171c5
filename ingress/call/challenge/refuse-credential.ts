import type { KeyRefusal } from '#shared/calls/accept-keyed.ts'
import type { PassRefusal } from '#shared/calls/accept-pass.ts'
import { type Fix, Refusal } from '#shared/errors.ts'
import { centsOf } from '#shared/lib/micro-usdc.ts'
import { TRIAL } from '#shared/terms.ts'

import { hasPassPrefix } from '../../http/paying-credentials.ts'

const PATH = '/api/v1/outcomes'
const TOP_UP: Fix = {
  action: 'Top the key up, or pay this call with accepts[].',
  method: 'POST',
  path: `${PATH}/balance/topup`,
}
const FUND: Fix = {
  action: 'Fund a prepaid key, buy a pass, or pay this call with accepts[].',
  method: 'POST',
  path: `${PATH}/balance/fund`,
  body: { amount_cents: 500 },
}
const POLICY: Fix = {
  action: "Change this key's policy, or pay this call with accepts[].",
  method: 'POST',
  path: `${PATH}/balance/policy`,
}

/** 429: too many keys or passes of one address do not exist. */
export const tooManyNotGenuine = (): Refusal =>
  new Refusal('rate_limited', 'Too many keys or passes of this address do not exist; nothing was charged.', {
    retryAfterS: 30,
    fix: { action: 'Wait, and check the key before it is sent.' },
  })

/** Why a text in the place of a service key is none. A pass is recognised by its prefix. */
export const refuseMalformedKey = (text: string): Refusal =>
  hasPassPrefix(text)
    ? new Refusal('invalid_service_key', 'This is a pass, sent in the place of a service key.', {
        fix: { action: 'Send it as X-Day-Pass, without "Bearer".' },
      })
    : refuseKey('invalid_service_key', 0, 0n)

/** Why a service key does not pay a call of `cents`, in words a caller can act on. */
export function refuseKey(code: KeyRefusal['code'], cents: number, availableMicroUsdc: bigint): Refusal {
  const balance = centsOf(availableMicroUsdc)
  const facts = { balance_cents: balance, price_cents: cents }
  switch (code) {
    case 'invalid_service_key':
      return new Refusal(code, 'This service key does not exist.', {
        fix: { action: 'Check the key (a pass belongs into X-Day-Pass), or send another credential.' },
      })
    case 'key_revoked':
      return new Refusal(code, 'This service key was revoked.', {
        fix: { action: 'Send the key that replaced it, or another credential.' },
      })
    case 'trial_expired':
      return new Refusal(code, `This trial key is over its ${TRIAL.hours} hours.`, { fix: FUND })
    case 'trial_price_cap':
      return new Refusal(code, `A trial key pays calls up to ${TRIAL.maxPriceCents} cents; this one costs ${cents}.`, {
        fix: FUND,
        extra: { price_cents: cents, max_price_cents: TRIAL.maxPriceCents },
      })
    case 'insufficient_balance':
      return new Refusal(code, `This key has ${balance} cents left and the call costs ${cents}.`, {
        fix: TOP_UP,
        extra: facts,
      })
    case 'policy_slug':
      return new Refusal(code, "This key's policy does not allow this outcome.", { fix: POLICY })
    case 'policy_call_ceiling':
      return new Refusal(code, `This key's policy allows less than ${cents} cents a call.`, {
        fix: POLICY,
        extra: facts,
      })
    case 'policy_daily_ceiling':
      return new Refusal(code, "This call would pass the key's daily ceiling.", { fix: POLICY, extra: facts })
    case 'policy_monthly_ceiling':
      return new Refusal(code, "This call would pass the key's monthly ceiling.", { fix: POLICY, extra: facts })
  }
}

/** Why a pass does not cover a call. */
export function refusePass(code: PassRefusal['code'], detail: string | null): Refusal {
  switch (code) {
    case 'invalid_pass':
      return new Refusal(code, 'This pass does not exist.', {
        fix: { action: 'Check X-Day-Pass (a key belongs into X-Service-Key), or send another credential.' },
      })
    case 'pass_expired':
      return new Refusal(code, 'This pass has expired.', {
        fix: { action: 'Buy a new pass, or send another credential.', method: 'POST', path: `${PATH}/day-pass` },
      })
    case 'pass_scope':
      return new Refusal(code, 'A day pass covers the guards only, and this outcome is none.', {
        fix: {
          action: 'Send a key or a payment with the pass, or buy a week pass.',
          method: 'POST',
          path: `${PATH}/week-pass`,
        },
      })
    case 'pass_fair_use':
      return new Refusal(code, detail ?? 'This pass is beyond its fair use for now.', {
        retryAfterS: 2,
        fix: { action: 'Wait for an open call to end, or send a key or a payment with the pass.' },
      })
  }
}

/** The refusal of a pass where no pass pays. */
export const refuseAnyPass = (): Refusal =>
  new Refusal('pass_scope', 'No pass covers this: it is paid by a prepaid key or by x402.', {
    fix: { action: 'Send a key or a payment.', method: 'POST', path: `${PATH}/balance/fund` },
  })

const PAY_SELLER: Fix = {
  action: 'Send a prepaid key, or pay this call with accepts[].',
  method: 'POST',
  path: `${PATH}/balance/fund`,
  body: { amount_cents: 500 },
}

/** A seller is paid for each call, and passes and trials bring in nothing for one. */
export const passNotAccepted = (): Refusal =>
  new Refusal('trial_not_accepted', 'A pass does not pay for the endpoint of a seller.', { fix: PAY_SELLER })

export const trialNotAccepted = (): Refusal =>
  new Refusal('trial_not_accepted', 'A trial key does not pay for the endpoint of a seller.', { fix: PAY_SELLER })
