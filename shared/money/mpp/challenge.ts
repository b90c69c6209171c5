import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'

import { BASE } from '#shared/chains/networks.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { drawBytes } from '#shared/lib/crypto/draw-bytes.ts'

import type { PaymentRequirements } from '../accepts.ts'
import type { MppChallenge } from '../x402/payment-header.ts'

/** How long a challenge may be paid, in milliseconds. A payment on Base is valid until then. */
const VALID_MS = 300_000
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const USDC_DECIMALS = 6

/** The key that signs challenges, as the two blocks that HMAC-SHA256 makes of it. */
export type MppKey = { inner: Buffer; outer: Buffer }

/** Bytes of a block of SHA-256. */
const BLOCK = 64

/** A key of at most 64 bytes in the form that signs. */
export function mppKeyOf(secret: Buffer): MppKey {
  const padded = (pad: number) =>
    Buffer.from(Buffer.concat([secret, Buffer.alloc(BLOCK)], BLOCK).map((byte) => byte ^ pad))
  return { inner: padded(0x36), outer: padded(0x5c) }
}

/** The key that signs challenges, from the server secret. */
export const mppKey = (serverSecret: string): MppKey =>
  mppKeyOf(Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', 'mpp-challenge-v1', 32)))

/** The method of MPP that pays on the network of a requirement. */
const methodOf = ({ network }: Pick<PaymentRequirements, 'network'>): MppChallenge['method'] =>
  network === BASE ? 'evm' : 'solana'

/** What a challenge asks for: the same amount, token and recipient as the requirement of x402. Base64url. */
export function mppRequest(requirement: PaymentRequirements, token: string): string {
  const { amount, asset: currency, payTo: recipient, extra } = requirement
  const request =
    methodOf(requirement) === 'evm'
      ? {
          amount,
          currency,
          recipient,
          methodDetails: { chainId: 8453, credentialTypes: ['authorization'], decimals: USDC_DECIMALS },
        }
      : {
          amount,
          currency,
          recipient,
          // It stands as a memo in the transaction, which it ties to this challenge.
          externalId: token,
          methodDetails: {
            decimals: USDC_DECIMALS,
            feePayer: true,
            feePayerKey: extra['feePayer'],
            network: 'mainnet-beta',
            tokenProgram: TOKEN_PROGRAM,
          },
        }
  return Buffer.from(canonicalJson(request)).toString('base64url')
}

/** The token of a challenge as its `opaque` holds it; null for one that is not of our making. */
export function tokenOf({ opaque }: Pick<MppChallenge, 'opaque'>): string | null {
  return /^\{"t":"([\w-]{16})"\}$/.exec(Buffer.from(opaque, 'base64url').toString())?.[1] ?? null
}

/** Stands for the token in a request that is made before its token; as long as a token. */
const TOKEN_PLACE = 'token-goes-here-'

/**
 * Returns a function that makes the value of WWW-Authenticate for these requirements: a challenge for each, in their order,
 * which anyone may pay for five minutes. Nothing is stored: the id is an HMAC of all that a challenge says.
 */
export function mppChallenges(
  key: MppKey,
  realm: string,
  requirements: readonly PaymentRequirements[],
): (nowMs: number) => string {
  const offers = requirements.map((requirement) => ({
    method: methodOf(requirement),
    request: requestFor(mppRequest(requirement, TOKEN_PLACE)),
  }))
  return (nowMs) => {
    const expires = new Date(nowMs + VALID_MS).toISOString()
    const token = newToken()
    const opaque = Buffer.from(`{"t":"${token}"}`).toString('base64url')
    return offers
      .map(({ method, request: withToken }) => {
        const request = withToken(token)
        const id = idOf(key, { realm, method, intent: 'charge', request, expires, opaque })
        return `Payment id="${id}", realm="${realm}", method="${method}", intent="charge", request="${request}", expires="${expires}", opaque="${opaque}"`
      })
      .join(', ')
  }
}

const TOKEN_BYTES = 12

const newToken = (): string => drawBytes(TOKEN_BYTES).toString('base64url')

/** A request whose token is put in later, without making its RFC 8785 form again. */
function requestFor(request: string): (token: string) => string {
  const text = Buffer.from(request, 'base64url').toString()
  if (!text.includes(TOKEN_PLACE)) return () => request
  return (token) => Buffer.from(text.replace(TOKEN_PLACE, token)).toString('base64url')
}

/** Whether we made this challenge, word for word. */
export function isOurs(key: MppKey, challenge: MppChallenge): boolean {
  const [sent, made] = [Buffer.from(challenge.id), Buffer.from(idOf(key, challenge))]
  return sent.length === made.length && timingSafeEqual(sent, made)
}

/** HMAC-SHA256 (RFC 2104) by one-shot hashes: every 402 makes two, and createHmac takes nearly twice as long. */
function idOf({ inner, outer }: MppKey, challenge: Omit<MppChallenge, 'id'>): string {
  const { realm, method, intent, request, expires, digest = '', opaque } = challenge
  const said = Buffer.from([realm, method, intent, request, expires, digest, opaque].join('|'))
  const within = Buffer.from(hash('sha256', Buffer.concat([inner, said]), 'hex'), 'hex')
  return hash('sha256', Buffer.concat([outer, within]), 'base64url')
}
