import { keccak_256 } from '@noble/hashes/sha3'

import type { Answer } from './world.ts'

type Request = { amount: string; recipient: string }
type Challenge<Sent> = Record<'id' | 'realm' | 'method' | 'intent' | 'expires' | 'opaque', string> & { request: Sent }

/** A credential of MPP on Base as a client makes it: possible in form, signed by nobody. For scripted facilitators. */
export type MppCredential = { challenge: Challenge<string>; payload: Record<string, string> }

/** Stands where a challenge is missing: what answers it is refused. */
export const NO_CHALLENGE: Challenge<Request> = {
  id: 'none',
  realm: 'none',
  method: 'evm',
  intent: 'charge',
  expires: '2030-01-01T00:00:00Z',
  opaque: 'none',
  request: { amount: '0', recipient: '0x' },
}

/** The challenges of a 402, in their order. */
export const challengesOf = ({ headers }: Pick<Answer, 'headers'>): Challenge<string>[] =>
  (headers.get('www-authenticate') ?? '').split(/, (?=Payment )/).map(
    (text) =>
      // Safe: a challenge of ours has all of them.
      Object.fromEntries(
        [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ) as Challenge<string>,
  )

/** Answers the challenge of a 402 that is paid on Base. */
export function payByMpp(answer: Pick<Answer, 'headers'>, changes: Record<string, string> = {}): MppCredential {
  const challenge = challengesOf(answer).find(({ method }) => method === 'evm')
  if (challenge === undefined) throw new Error('the 402 has no challenge for Base')
  // Safe: a request of ours.
  const request = JSON.parse(Buffer.from(challenge.request, 'base64url').toString()) as Request
  return { challenge, payload: payloadFor({ ...challenge, request }, changes) }
}

/** Answers a challenge whose request is JSON, as over MCP. */
export const answerByMpp = (challenge: Challenge<Request>) => ({ challenge, payload: payloadFor(challenge, {}) })

const payloadFor = ({ id, realm, expires, request }: Challenge<Request>, changes: Record<string, string>) => ({
  type: 'authorization',
  from: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`,
  to: request.recipient,
  value: request.amount,
  validAfter: '0',
  validBefore: String(Math.floor(Date.parse(expires) / 1_000)),
  nonce: `0x${Buffer.from(keccak_256(Buffer.from(id + realm))).toString('hex')}`,
  signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`,
  ...changes,
})

/** A credential as a value of Authorization. */
export const asHeader = (credential: unknown) =>
  `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}`
