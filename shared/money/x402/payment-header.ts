import { z } from 'zod'

import { type FieldError, Refusal } from '#shared/errors.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { hash } from 'node:crypto'

/**
 * Maximum header length in characters; longer ones are refused unread. An official client sends at most the 1,800 bytes
 * of our 402's header and a signature.
 */
export const MAX_PAYMENT_HEADER = 16_384
const MAX_DEPTH = 32

/** Our extension with a random token that official clients echo. It is never sent to a chain or a facilitator. */
export const TOKEN_EXTENSION = 'farebox'
const IDENTIFIER_EXTENSION = 'payment-identifier'

/** The parts of a challenge of MPP that its id binds, as they were sent (draft-httpauth-payment-00, section 5.1.2). */
export type MppChallenge = {
  id: string
  realm: string
  method: 'evm' | 'solana'
  intent: 'charge'
  /** Base64url of the request in its RFC 8785 form. */
  request: string
  /** RFC 3339. */
  expires: string
  digest?: string | undefined
  /** Base64url of `{"t": token}`: the token makes each challenge, and so each payment, another one. */
  opaque: string
}

/** A payment as received: decoded and well-formed, not yet compared with our requirements. */
export type SentPayment = {
  version: 1 | 2
  scheme: string
  /** CAIP-2 in version 2, a name such as `base` in version 1. */
  network: string
  /** The scheme's payload: an authorization and its signature, or a transaction. */
  payload: Record<string, unknown>
  /** The requirement that the payer chose; null in version 1. */
  accepted: { amount: string; asset: string; payTo: string; extra: Record<string, unknown> } | null
  resourceUrl: string | null
  /** SHA-256 of the RFC 8785 form of the whole decoded payload, including our token. */
  digest: Buffer
  /** Whether our token was echoed. Only then does the whole payload prove who sent it. */
  hasToken: boolean
  /** The id of the payment-identifier extension; null without one. */
  identifier: string | null
  /** The challenge that a credential of MPP answers; null for x402. */
  mpp: MppChallenge | null
}

/**
 * Decodes PAYMENT-SIGNATURE (x402 v2) or X-PAYMENT (v1): standard base64 of a JSON object
 * (specs/transports-v2/http.md). Throws `malformed_payment` (400) with the wrong field for any malformed input.
 */
export function readPaymentHeader(name: string, sent: string): SentPayment {
  const decoded = decode(name, sent)
  const version = decoded['x402Version']
  if (version !== 1 && version !== 2) {
    throw refuseMalformed(name, 'x402Version has to be 1 or 2.', [
      { path: ['x402Version'], message: 'Input should be 1 or 2' },
    ])
  }
  const parsed = version === 2 ? Envelope2.safeParse(decoded) : Envelope1.safeParse(decoded)
  if (!parsed.success) {
    throw refuseMalformed(name, `This is no payment payload of x402 version ${version}.`, parsed.error.issues)
  }
  const { data } = parsed
  const digest = hash('sha256', canonical(name, decoded), 'buffer')
  if (data.x402Version === 1) {
    const { scheme, network, payload } = data
    const none = { accepted: null, resourceUrl: null, hasToken: false, identifier: null, mpp: null }
    return { version: 1, scheme, network, payload, digest, ...none }
  }
  const { accepted, payload, resource, extensions } = data
  const { scheme, network, amount, asset, payTo, extra } = accepted
  return {
    version: 2,
    scheme,
    network,
    payload,
    accepted: { amount, asset, payTo, extra: extra ?? {} },
    resourceUrl: resource?.url ?? null,
    digest,
    hasToken: /^[\w-]{22,64}$/.test(textAt(extensions, TOKEN_EXTENSION, 'token') ?? ''),
    identifier: identifierOf(name, extensions),
    mpp: null,
  }
}

const text = z.string().min(1).max(4_096)
const object = z.record(z.string(), z.unknown())
const Envelope1 = z.looseObject({ x402Version: z.literal(1), scheme: text, network: text, payload: object })
const Envelope2 = z.looseObject({
  x402Version: z.literal(2),
  payload: object,
  accepted: z.looseObject({
    scheme: text,
    network: text.regex(/:/, 'Input should be a CAIP-2 network such as eip155:8453'),
    amount: text,
    asset: text,
    payTo: text,
    maxTimeoutSeconds: z.number().positive().optional(),
    extra: object.nullish(),
  }),
  resource: z.looseObject({ url: text }).nullish(),
  extensions: object.nullish(),
})

function decode(name: string, sent: string): Record<string, unknown> {
  if (sent.length > MAX_PAYMENT_HEADER)
    throw refuseMalformed(name, `It has more than ${MAX_PAYMENT_HEADER} characters.`)
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(sent)) throw refuseMalformed(name, 'It is not standard base64.')
  return parseObject(name, Buffer.from(sent, 'base64').toString('utf8'))
}

/** Parses the JSON object that a payment header holds. Throws `malformed_payment` (400). */
export function parseObject(name: string, json: string): Record<string, unknown> {
  if (depthOf(json) > MAX_DEPTH) throw refuseMalformed(name, `It is nested more than ${MAX_DEPTH} deep.`)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw refuseMalformed(name, 'It is not base64 of JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuseMalformed(name, 'It is not base64 of a JSON object.')
  }
  // Safe: an object that is not an array.
  return value as Record<string, unknown>
}

/** Returns the deepest nesting of a JSON text; brackets in strings do not count. */
function depthOf(json: string): number {
  let [depth, deepest, inText] = [0, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at]
    if (inText && letter === '\\') at += 1
    else if (letter === '"') inText = !inText
    else if (!inText && (letter === '[' || letter === '{')) deepest = Math.max(deepest, (depth += 1))
    else if (!inText && (letter === ']' || letter === '}')) depth -= 1
  }
  return deepest
}

function canonical(name: string, decoded: Record<string, unknown>): string {
  try {
    return canonicalJson(decoded)
  } catch {
    throw refuseMalformed(name, 'It holds a number or a text that JSON cannot say exactly.')
  }
}

/** Reads the payment identifier: 16 to 128 of [A-Za-z0-9_-] (specs/extensions/payment_identifier.md). */
function identifierOf(name: string, extensions: unknown): string | null {
  const id = textAt(extensions, IDENTIFIER_EXTENSION, 'id')
  if (id === undefined) return null
  if (/^[\w-]{16,128}$/.test(id)) return id
  const message = 'Input should be 16 to 128 of A-Z, a-z, 0-9, _ and -'
  throw refuseMalformed(name, 'The payment-identifier is none.', [
    { path: ['extensions', IDENTIFIER_EXTENSION, 'info', 'id'], message },
  ])
}

function textAt(extensions: unknown, extension: string, member: string): string | undefined {
  const info = memberOf(memberOf(extensions, extension), 'info')
  const value = memberOf(info, member)
  return value === undefined ? undefined : typeof value === 'string' ? value : ''
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // Safe: the value is an object with a member of this name.
  return (value as Record<string, unknown>)[name]
}

type Wrong = { path: readonly PropertyKey[]; message: string }

/**
 * Returns the refusal of a payment that could not be decoded: 400, or what MPP asks for, 402 with its problem type. Nothing
 * was looked up or charged.
 */
export function refuseMalformed(name: string, why: string, wrong: readonly Wrong[] = []): Refusal {
  const header = name.toLowerCase()
  const detail: FieldError[] = wrong.slice(0, 10).map(({ path, message }) => ({
    type: 'value_error',
    loc: [
      'header',
      header,
      ...path.map((part) => (typeof part === 'number' ? part : String(part).toWellFormed().slice(0, 100))),
    ],
    msg: message,
  }))
  const shown = detail.length === 0 ? {} : { detail }
  if (header === 'authorization') {
    return new Refusal('invalid_payment', `The credential in Authorization is malformed. ${why}`, {
      ...shown,
      fix: { action: 'Send what an MPP client makes of WWW-Authenticate, once.' },
      extra: { reason: 'mpp_malformed_credential', type: 'https://paymentauth.org/problems/malformed-credential' },
    })
  }
  return new Refusal('malformed_payment', `The ${name.toUpperCase()} header is malformed. ${why}`, {
    ...shown,
    fix: { action: 'Send the payment payload of an x402 client as standard base64 of UTF-8 JSON, once.' },
  })
}
