import { PAYMENT_IDENTIFIER } from '#ingress/call/payment/payment-extensions.ts'
import type { PaymentRequirements } from '#shared/money/accepts.ts'
import { TOKEN_EXTENSION } from '#shared/money/x402/payment-header.ts'

/** x402 v2's PaymentRequired object. */
export type PaymentRequired = {
  x402Version: 2
  error: string
  resource: { url: string; description: string; mimeType: 'application/json'; serviceName: string }
  accepts: PaymentRequirements[]
  extensions: Record<string, unknown>
}

/**
 * How the header block of a 402 is divided, in bytes with names and line ends. Proxies with default settings (nginx:
 * `proxy_buffer_size 4k`) answer 502 to a larger block. The rest of `all` is for challenges of other protocols.
 */
export const BLOCK_BYTES = { all: 4_000, paymentRequired: 1_800, others: 800 } as const

/** `PAYMENT-REQUIRED: ` and the line's end. */
const LINE_BYTES = 20
const JSON_BYTES = Math.floor((BLOCK_BYTES.paymentRequired - LINE_BYTES) / 4) * 3
/** White space that aligns the token (`tokenHeader`). */
const MOST_PADDING = 2
const ERROR_CHARACTERS = 100

/** The bare form of the bazaar extension: a POST of JSON. The body of the 402 has the schema and an example. */
const BARE_BAZAAR = {
  info: { input: { type: 'http', method: 'POST', bodyType: 'json', body: {} } },
  schema: { type: 'object' },
}
const BARE_IDENTIFIER = { info: PAYMENT_IDENTIFIER['payment-identifier'].info, schema: { type: 'object' } }

/**
 * Returns the form that an object takes in the header: what a client signs and echoes. Of the extensions it keeps our
 * token, the bare form of bazaar, and that a payment identifier is optional; schemas, examples and signed offers stand in
 * the body alone.
 */
export function headerForm(required: PaymentRequired): PaymentRequired {
  const { [TOKEN_EXTENSION]: token, 'payment-identifier': identifier, bazaar } = required.extensions
  return {
    ...required,
    error: startOf(required.error, ERROR_CHARACTERS),
    extensions: {
      ...(token === undefined ? {} : { [TOKEN_EXTENSION]: token }),
      ...(identifier === undefined ? {} : { 'payment-identifier': BARE_IDENTIFIER }),
      ...(bazaar === undefined ? {} : { bazaar: BARE_BAZAAR }),
    },
  }
}

/**
 * Shortens the description of a resource at a word until the header has room for it, whatever error is sent with it. A
 * very long base URL leaves no description at all.
 */
export function withRoomyDescription(required: PaymentRequired): PaymentRequired {
  const withText = (description: string): PaymentRequired => ({
    ...required,
    resource: { ...required.resource, description },
  })
  const bytesOf = (description: string) =>
    Buffer.byteLength(JSON.stringify(headerForm({ ...withText(description), error: 'e'.repeat(ERROR_CHARACTERS) })))
  let { description } = required.resource
  for (let most = description.length; description !== '' && bytesOf(description) > JSON_BYTES - MOST_PADDING;) {
    most -= 10
    description = most <= 0 ? '' : startOf(required.resource.description, most)
  }
  return withText(description)
}

/** The start of a text, cut at a word; a cut text ends with an ellipsis. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, Math.max(0, most - 1))
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : undefined).toWellFormed()}…`
}

/**
 * Builds the header around the token that stands at `place` in the object. White space before the token's member aligns
 * the token with the base64 groups, so that only the token is encoded for each answer.
 */
export function tokenHeader(required: PaymentRequired, place: string): (error: string) => (token: string) => string {
  return (error) => {
    const text = JSON.stringify(headerForm({ ...required, error }))
    const at = text.indexOf(place)
    const base64 = (part: string) => Buffer.from(part).toString('base64')
    if (at === -1) return () => base64(text)
    const open = text.indexOf('{')
    const padding = ' '.repeat((3 - (Buffer.byteLength(text.slice(0, at)) % 3)) % 3)
    const head = base64(text.slice(0, open + 1) + padding + text.slice(open + 1, at))
    const tail = base64(text.slice(at + place.length))
    return (token) => head + base64(token) + tail
  }
}
