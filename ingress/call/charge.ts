import type { Accepted, CallToAccept, Replay } from '#shared/calls/accept.ts'
import { Refusal } from '#shared/errors.ts'
import type { CatalogEntry } from '#shared/outcomes/catalog.ts'

import type { AcceptDesk } from './accept-desk.ts'
import type { Credential } from './credential-for.ts'
import { refuseKey, refusePass } from './refuse-credential.ts'

/** A call that is paid for: held, covered or free. Only `charge` makes one. */
export type Charged = {
  callId: string
  payer: Accepted['payer']
  /** What this call moves when it succeeds. */
  cents: number
  balanceMicroUsdc: bigint | null
  /** An earlier call with the same Idempotency-Key answers this one. */
  replayed: boolean
  /** A pass that stepped aside for another credential, and why. */
  passNote: string | null
}

export type CallToCharge = Omit<CallToAccept, 'idem'> & {
  idempotencyKey: string | null
  ip: string
  maxCents: number | null
}

/**
 * Holds the price on the first credential that pays. A pass in force that does not cover the call, or is beyond its fair
 * use, steps aside when another credential was sent; any other credential that does not pay ends the call with its own
 * refusal, whatever else was sent.
 */
export async function charge(
  desk: AcceptDesk,
  entry: CatalogEntry,
  credentials: readonly Credential[],
  call: CallToCharge,
): Promise<Charged> {
  const { outcome } = entry
  if (outcome.cents === 0) {
    return chargedBy(await desk.free({ ...call, idem: idemOf(`ip:${call.ip}`, call) }), 'free', 0, null)
  }
  let passNote: string | null = null
  for (const [index, credential] of credentials.entries()) {
    const isLast = index === credentials.length - 1
    switch (credential.kind) {
      case 'malformed':
        throw credential.code === 'invalid_pass'
          ? refusePass('invalid_pass', null)
          : refuseKey('invalid_service_key', outcome.cents, 0n)
      case 'pass': {
        const answer = await desk.pass({
          ...call,
          priceMicroUsdc: 0n,
          idem: idemOf(`pass:${credential.id}`, call),
          passId: credential.id,
          passHmac: credential.hmac,
          inGuards: entry.inGuards,
          dear: outcome.cents > 10,
          featured: outcome.slug === 'featured-agent-slot',
        })
        if (answer.kind !== 'refused') return chargedBy(answer, 'pass', 0, null)
        const refusal = refusePass(answer.code, answer.detail)
        if (isLast || (answer.code !== 'pass_scope' && answer.code !== 'pass_fair_use')) throw refusal
        passNote = refusal.message
        break
      }
      case 'payment':
        throw new Refusal('payments_not_ready', 'This server does not take x402 payments yet; nothing was charged.', {
          fix: {
            action: 'Use a trial key, a prepaid key or a pass.',
            method: 'POST',
            path: '/api/v1/outcomes/balance/trial/claim',
          },
          retryAfterS: 60,
        })
      case 'key': {
        if (call.maxCents !== null && outcome.cents > call.maxCents) {
          throw new Refusal(
            'over_max_cents',
            `This call costs ${outcome.cents} cents and X-Max-Cents allows ${call.maxCents}.`,
            {
              fix: { action: `Send X-Max-Cents: ${outcome.cents} or leave it out.` },
            },
          )
        }
        const answer = await desk.keyed({
          ...call,
          idem: idemOf(`key:${credential.id}`, call),
          keyId: credential.id,
          keyHmac: credential.hmac,
        })
        if (answer.kind === 'refused') throw refuseKey(answer.code, outcome.cents, answer.availableMicroUsdc)
        return chargedBy(answer, credential.trial ? 'trial' : 'prepaid', outcome.cents, passNote)
      }
    }
  }
  throw new Refusal('payment_required', 'This call is not paid.')

  function chargedBy(answer: Accepted | Replay, payer: Charged['payer'], cents: number, note: string | null): Charged {
    if (answer.kind === 'accepted') {
      return {
        callId: call.callId,
        payer: answer.payer,
        cents,
        balanceMicroUsdc: answer.availableMicroUsdc,
        replayed: false,
        passNote: note,
      }
    }
    if (!answer.sameBody) {
      throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
        detail: [
          {
            type: 'idempotency_key_reused',
            loc: ['header', 'idempotency-key'],
            msg: 'Value error, this key belongs to another request',
          },
        ],
        fix: {
          action:
            'Send a new Idempotency-Key for a new request; keep the old one only to repeat the very same request.',
        },
      })
    }
    return {
      callId: answer.callId,
      payer,
      cents,
      balanceMicroUsdc: answer.availableMicroUsdc,
      replayed: true,
      passNote: note,
    }
  }
}

const idemOf = (scope: string, { slug, idempotencyKey }: CallToCharge) =>
  idempotencyKey === null ? null : `${scope}:${slug}:${idempotencyKey}`
