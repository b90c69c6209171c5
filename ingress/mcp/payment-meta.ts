import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { Refusal } from '#shared/errors.ts'

/** Where x402 puts a payment into an MCP request and its receipt into the result (transports-v2/mcp.md). */
const X402_PAYMENT = 'x402/payment'
const X402_RECEIPT = 'x402/payment-response'
/** The same of MPP, and where it puts its challenges (draft-payment-transport-mcp-00). */
const MPP_CREDENTIAL = 'org.paymentauth/credential'
const MPP_RECEIPT = 'org.paymentauth/receipt'
const MPP_CHALLENGES = 'org.paymentauth/payment-required'

type Json = Record<string, unknown>
type Meta = Readonly<Json>

/** The payment in `_meta` as the headers of the same call over HTTP. Throws 400 for one that is no object. */
export function paymentHeaders(meta: Meta): Record<string, string> {
  const payment = objectAt(meta, X402_PAYMENT)
  const credential = objectAt(meta, MPP_CREDENTIAL)
  const name = payment?.['x402Version'] === 1 ? 'x-payment' : 'payment-signature'
  return {
    ...(payment === null ? {} : { [name]: Buffer.from(JSON.stringify(payment)).toString('base64') }),
    ...(credential === null ? {} : { authorization: mppHeader(credential) }),
  }
}

/** The members of `_meta` that a reply of HTTP has as headers: challenges of a 402, and receipts. */
export function paymentMeta(headers: Readonly<Record<string, string>>): Json {
  const receipt = headers['PAYMENT-RESPONSE'] ?? headers['X-PAYMENT-RESPONSE']
  const mppReceipt = headers['Payment-Receipt']
  const challenges = headers['WWW-Authenticate']
  return {
    ...(receipt === undefined ? {} : { [X402_RECEIPT]: decoded(receipt) }),
    ...(mppReceipt === undefined ? {} : { [MPP_RECEIPT]: decoded(mppReceipt) }),
    ...(challenges === undefined
      ? {}
      : { [MPP_CHALLENGES]: { httpStatus: 402, challenges: challengesIn(challenges) } }),
  }
}

/** A header of ours that holds base64 of a JSON object. */
// Safe: of our own making.
export const decoded = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()) as Json

/** Over MCP the request of a challenge is JSON, over HTTP base64url of its RFC 8785 form. */
function mppHeader(credential: Json): string {
  const { challenge } = credential
  const native =
    typeof challenge === 'object' && challenge !== null && 'request' in challenge ? challenge.request : null
  const sent =
    typeof native === 'object' && native !== null
      ? { ...credential, challenge: { ...Object(challenge), request: base64url(canonicalJson(native)) } }
      : credential
  return `Payment ${base64url(JSON.stringify(sent))}`
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** The challenges of a WWW-Authenticate that mppChallenges made. */
const challengesIn = (header: string): Json[] =>
  header.split(/, (?=Payment )/).map((challenge) => {
    const said = Object.fromEntries(
      [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
    )
    return { ...said, request: decoded(said['request'] ?? '') }
  })

function objectAt(meta: Meta, name: string): Json | null {
  const value = meta[name]
  if (value === undefined) return null
  // Safe: an object.
  if (typeof value === 'object' && value !== null) return value as Json
  throw new Refusal('malformed_payment', `_meta["${name}"] is no object; nothing was charged.`, {
    fix: { action: 'Put there what a client of x402 or MPP makes, as JSON and not as base64.' },
  })
}
