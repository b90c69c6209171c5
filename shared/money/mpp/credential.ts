import { hash } from 'node:crypto'

import { z } from 'zod'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { parseObject, refuseMalformed, type SentPayment } from '../x402/payment-header.ts'

/** Longest credential in characters; longer ones are refused unread. */
const MAX_CREDENTIAL = 16_384
const SCHEME = /^payment(?:\s|$)/i
const TOKEN = /^payment +([\w-]+)=*$/i

const text = z.string().min(1).max(4_096)
const Credential = z.looseObject({
  challenge: z.looseObject({
    id: text,
    realm: text,
    method: z.enum(['evm', 'solana'], 'Input should be evm or solana'),
    intent: z.literal('charge', 'Input should be charge'),
    request: text,
    expires: text,
    digest: text.optional(),
    opaque: text,
  }),
  source: text.optional(),
  payload: z.record(z.string(), z.unknown()),
})
const Authorization = z.looseObject({
  type: z.literal('authorization', 'Input should be authorization'),
  signature: text,
  from: text,
  to: text,
  value: text,
  validAfter: text,
  validBefore: text,
  nonce: text,
})
const Transaction = z.looseObject({
  type: z.literal('transaction', 'Input should be transaction: the server sends it'),
  transaction: text,
})

/** Whether a value of Authorization begins with the scheme of MPP. */
export const isMppScheme = (authorization: string): boolean => SCHEME.test(authorization)

/**
 * Decodes `Authorization: Payment <credential>`, base64url of JSON, into a payment as x402 has it: the same authorization or
 * transaction, claimed by the same key. Whether we made its challenge is judged later. Throws
 * `invalid_payment` (402) with the problem type of MPP.
 */
export function readMppCredential(sent: string): SentPayment {
  const encoded = sent.length > MAX_CREDENTIAL ? undefined : TOKEN.exec(sent)?.[1]
  if (encoded === undefined) throw malformed('It is not one credential of the Payment scheme in base64url.')
  const decoded = parseObject('authorization', Buffer.from(encoded, 'base64url').toString('utf8'))
  const { challenge, payload } = parsed(Credential, decoded, [])
  const common = {
    version: 2,
    scheme: 'exact',
    accepted: null,
    resourceUrl: null,
    digest: hash('sha256', canonicalJson(decoded), 'buffer'),
    // The id of the challenge is a secret of its two sides: what stands on chain does not tell it.
    hasToken: true,
    identifier: null,
    mpp: challenge,
  } as const
  if (challenge.method === 'solana') {
    const { transaction } = parsed(Transaction, payload, ['payload'])
    return { ...common, network: SOLANA, payload: { transaction } }
  }
  const {
    type: _,
    signature,
    from,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
  } = parsed(Authorization, payload, ['payload'])
  const authorization = { from, to, value, validAfter, validBefore, nonce }
  return { ...common, network: BASE, payload: { authorization, signature } }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, at: string[]): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw malformed(
    'This is no credential for a charge of ours.',
    result.error.issues.map(({ path, message }) => ({ path: [...at, ...path], message })),
  )
}

const malformed = (why: string, wrong: Parameters<typeof refuseMalformed>[2] = []) =>
  refuseMalformed('authorization', why, wrong)
