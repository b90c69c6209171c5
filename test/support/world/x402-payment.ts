import { randomBytes } from 'node:crypto'

import type { PaymentRequirements } from '#shared/money/accepts.ts'

import type { Answer } from './world.ts'

type Authorization = { from: string; to: string; value: string; validAfter: string; validBefore: string; nonce: string }

/** A v2 payment payload for Base as a client sends it: possible in form, signed by nobody. For scripted facilitators. */
export type BasePayload = {
  x402Version: 2
  payload: { authorization: Authorization; signature: string }
  resource: { url: string }
  accepted: PaymentRequirements
  extensions: Record<string, unknown>
}

export const randomPayer = () => `0x${randomBytes(20).toString('hex')}`

/** Answers a 402 as an x402 client does: the Base entry of accepts[], everything else echoed. */
export function payOnBase(
  challenge: Pick<Answer, 'body'>,
  changes: Partial<Authorization> & { payer?: string; validForS?: number } = {},
): BasePayload {
  const { payer, validForS = 120, ...authorization } = changes
  // Safe: a 402 of ours.
  const { accepts, resource, extensions } = challenge.body as {
    accepts: PaymentRequirements[]
    resource: { url: string }
    extensions?: Record<string, unknown>
  }
  const accepted = accepts.find(({ network }) => network === 'eip155:8453')
  if (accepted === undefined) throw new Error('the 402 does not offer Base')
  return {
    x402Version: 2,
    payload: {
      authorization: {
        from: payer ?? randomPayer(),
        to: accepted.payTo,
        value: accepted.amount,
        validAfter: '0',
        validBefore: String(Math.floor(Date.now() / 1_000) + validForS),
        nonce: `0x${randomBytes(32).toString('hex')}`,
        ...authorization,
      },
      signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`,
    },
    resource,
    accepted,
    extensions: extensions ?? {},
  }
}

export const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

/** The same payment in x402 v1. */
export const asV1 = ({ payload }: BasePayload) => ({ x402Version: 1, scheme: 'exact', network: 'base', payload })

/** How the gate and the scripted chain name a payment. */
export const proofOf = ({ payload }: BasePayload) =>
  `${payload.authorization.from.toLowerCase()}:${payload.authorization.nonce}`

/** A PAYMENT-RESPONSE or PAYMENT-REQUIRED header as JSON; null when there is none. */
export function decoded(header: string | null): Record<string, unknown> | null {
  if (header === null) return null
  // Safe: a header of ours holds an object.
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Record<string, unknown>
}
