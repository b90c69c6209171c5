import { Refusal, type RefusalDetail } from '#shared/errors.ts'
import { acceptsFor, type PaymentRequirements, paymentsOffWarning } from '#shared/money/accepts.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'
import { BASE } from '#shared/chains/networks.ts'
import { drawBytes } from '#shared/lib/crypto/draw-bytes.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'
import { mppChallenges, mppKey } from '#shared/money/mpp/challenge.ts'
import { TOKEN_EXTENSION } from '#shared/money/x402/payment-header.ts'
import { FUND_CENTS, PASS_TERMS, TRIAL } from '#shared/terms.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { errorBody } from '#ingress/http/error-body.ts'
import type { Reply } from '#ingress/http/route.ts'
import { challengeV1 } from './challenge-v1.ts'
import { type PaymentRequired, tokenHeader, withRoomyDescription } from './payment-required-header.ts'

/** What is for sale at a path: an outcome, a pass, a prepaid balance. */
export type Offer = {
  path: string
  title: string
  /** At most 500 characters: facilitators refuse more. */
  description: string
  cents: number
  impulse: boolean
  /** Paid by x402 only; the ways in alternatives[] pay for calls. */
  isSale?: boolean
  /** x402 extensions of the body. The header has their short forms (payment-required-header.ts). */
  extensions?: Record<string, unknown>
  /** How to call it, as `outputSchema` of each accepts entry of x402 v1. */
  v1OutputSchema?: Record<string, unknown>
  /** Ways to pay that need no signature for each call. */
  alternatives: readonly Alternative[]
}

export type Alternative = {
  kind: 'trial' | 'prepaid_key' | 'day_pass' | 'week_pass' | 'month_pass'
  price_cents: number
  method: 'POST'
  path: string
  header: 'X-Service-Key' | 'X-Day-Pass'
  note: string
}

const UNPAID = 'PAYMENT-SIGNATURE header is required'
const UNPAID_V1 = 'X-PAYMENT header is required'

export type Challenge = (requestId: string, refusal?: Refusal, x402Version?: 1 | 2) => Reply

/** Bytes of a token. In base64url it is as long as TOKEN_PLACE, and a whole number of base64 groups. */
const TOKEN_BYTES = 18
const TOKEN_PLACE = 'farebox-token-goes-here-'

/** A random token. A payment that echoes it comes from the client that got this 402. */
export const newToken = (): string => drawBytes(TOKEN_BYTES).toString('base64url')

/**
 * The 402 of one offer, created on first use: x402 v2's PaymentRequired in the body, with our own keys added, and its short
 * form in the PAYMENT-REQUIRED header (base64); a v1 body if asked for. A credential that does not pay gets the same with its reason.
 * With `token`, each answer carries a new token in an extension of ours, which clients echo; without it, the answer can be
 * cached.
 */
export function challengeOf(
  config: IngressDeps['config'],
  offer: Offer | (() => Offer),
  token?: () => string,
): Challenge {
  // All of them together, with the schemas of their inputs, take many megabytes, and most are never asked for.
  let made: Challenge | undefined
  return (requestId, refusal, x402Version) => {
    made ??= makeChallenge(config, typeof offer === 'function' ? offer() : offer, token)
    return made(requestId, refusal, x402Version)
  }
}

function makeChallenge(config: IngressDeps['config'], offer: Offer, token?: () => string): Challenge {
  const price = microUsdcOf(offer.cents)
  const description = `${config.production ? '' : 'Playground, play money only. '}${offer.description}`.slice(0, 500)
  const required: PaymentRequired = withRoomyDescription({
    x402Version: 2,
    error: UNPAID,
    resource: {
      url: config.publicBaseUrl + offer.path,
      description,
      mimeType: 'application/json',
      serviceName: 'Farebox',
    },
    accepts: acceptsFor(config, price, offer.impulse),
    extensions: {
      ...(token === undefined ? {} : { [TOKEN_EXTENSION]: { info: { token: TOKEN_PLACE }, schema: {} } }),
      ...offer.extensions,
    },
  })
  const off = paymentsOffWarning(config)
  const alternatives = off === null ? offer.alternatives : offer.alternatives.filter(({ kind }) => kind === 'trial')
  const extra = {
    title: offer.title,
    price_cents: offer.cents,
    price_usdc: usdcString(price),
    alternatives,
    ...(off === null ? {} : { warnings: [off] }),
  }
  const detail = off === null ? howToPay(offer) : whenOff(offer, off)
  const unpaid = {
    1: new Refusal('payment_required', UNPAID_V1, detail),
    2: new Refusal('payment_required', UNPAID, detail),
  }
  const inV1 = challengeV1(required.accepts, required.resource, offer.v1OutputSchema ?? {})
  const render = (refusal: Refusal, requestId: string, x402Version: 1 | 2) =>
    JSON.stringify({
      ...(x402Version === 1 ? inV1 : required),
      ...errorBody(refusal, requestId, 402),
      ...extra,
    })
  const marker = 'req_id_goes_here'
  const headerOf = tokenHeader(required, TOKEN_PLACE)
  const unpaidHeader = headerOf(UNPAID)
  // What can be cached is no challenge to answer.
  const mpp = token === undefined ? null : mppOf(config, required.accepts)
  const bodies = { 1: spliced(render(unpaid[1], marker, 1), marker), 2: spliced(render(unpaid[2], marker, 2), marker) }

  return (requestId, refusal, x402Version = 2) => {
    const mine = token?.() ?? TOKEN_PLACE
    const header = refusal === undefined ? unpaidHeader : headerOf(refusal.message)
    const body =
      refusal === undefined
        ? bodies[x402Version](requestId, mine)
        : render(refusal, requestId, x402Version).replace(TOKEN_PLACE, mine)
    return {
      status: 402,
      headers: {
        'PAYMENT-REQUIRED': header(mine),
        ...(mpp === null ? {} : { 'WWW-Authenticate': mpp(Date.now()) }),
        'Cache-Control': 'no-store',
      },
      type: 'application/json; charset=utf-8',
      body,
      code: refusal?.code ?? 'payment_required',
    }
  }
}

const costsOf = ({ cents }: Offer) => `costs ${cents} cent${cents === 1 ? '' : 's'}`

const howToPay = (offer: Offer): RefusalDetail =>
  offer.isSale === true
    ? {
        detail: `This ${costsOf(offer)}, by x402 alone: sign one of accepts[]. What alternatives[] names pays for calls, not for this.`,
        fix: {
          action: 'Pay with one of accepts[] (x402). A prepaid key, a pass or a trial key pays for calls alone.',
        },
      }
    : {
        detail: `This call ${costsOf(offer)}: sign one of accepts[], or use one of alternatives[].`,
        fix: {
          action:
            'Pay with one of accepts[] (x402), or send a prepaid key, a pass or a trial key as alternatives[] says.',
        },
      }

/** What the 402 says while this installation takes no x402 payments. */
const whenOff = (offer: Offer, off: string): RefusalDetail => ({
  detail: `This ${offer.isSale === true ? '' : 'call '}${costsOf(offer)}, and accepts[] is empty. ${off}`,
  fix: {
    action:
      offer.isSale === true
        ? 'Ask the operator of this service for a key.'
        : 'Send a key or a pass that the operator of this service gave you, or a trial key if alternatives[] names it.',
  },
})

/**
 * The challenges of MPP for what accepts[] offers; null when it offers nothing. Solana only where our own settlement process
 * verifies, because facilitators of x402 refuse the transactions of MPP clients.
 */
function mppOf(config: IngressDeps['config'], accepts: readonly PaymentRequirements[]) {
  const { SERVER_SECRET, FACILITATOR_URL, publicBaseUrl } = config
  const offered = FACILITATOR_URL === undefined ? accepts : accepts.filter(({ network }) => network === BASE)
  return offered.length === 0 ? null : mppChallenges(mppKey(SERVER_SECRET), new URL(publicBaseUrl).hostname, offered)
}

/** Splits a text at the token (if it has one) and at the request id, and returns a function that joins it again. */
function spliced(text: string, marker: string): (requestId: string, token: string) => string {
  const [head = '', tail = ''] = text.split(marker)
  const [start = '', middle] = head.split(TOKEN_PLACE)
  return middle === undefined
    ? (requestId) => head + requestId + tail
    : (requestId, token) => start + token + middle + requestId + tail
}

/** The ways to pay for an outcome of this price without signing each call. */
export function alternativesFor(cents: number, inGuards: boolean): Alternative[] {
  const route = '/api/v1/outcomes'
  const pass = (
    kind: 'day_pass' | 'week_pass' | 'month_pass',
    price_cents: number,
    path: string,
    note: string,
  ): Alternative => ({
    kind,
    price_cents,
    method: 'POST',
    path: `${route}/${path}`,
    header: 'X-Day-Pass',
    note,
  })
  return [
    ...(cents <= TRIAL.maxPriceCents
      ? [
          {
            kind: 'trial',
            price_cents: 0,
            method: 'POST',
            path: `${route}/balance/trial/claim`,
            header: 'X-Service-Key',
            note: `${TRIAL.cents} cents free, once, ${TRIAL.hours} hours, calls up to ${TRIAL.maxPriceCents} cents`,
          } as const,
        ]
      : []),
    {
      kind: 'prepaid_key',
      price_cents: FUND_CENTS.min,
      method: 'POST',
      path: `${route}/balance/fund`,
      header: 'X-Service-Key',
      note: `fund ${FUND_CENTS.min} to ${groupDigits(FUND_CENTS.max)} cents once, then no signing`,
    },
    ...(inGuards ? [pass('day_pass', PASS_TERMS.day.cents, 'day-pass', 'all guards for 24 hours')] : []),
    pass('week_pass', PASS_TERMS.week.cents, 'week-pass', 'every outcome for 7 days'),
    pass('month_pass', PASS_TERMS.month.cents, 'month-pass', 'every outcome for 30 days'),
  ]
}
