/** Senders of webhooks this engine knows; `generic` is everybody else. */
export const PROVIDERS = [
  'stripe',
  'github',
  'shopify',
  'slack',
  'twilio',
  'paypal',
  'square',
  'svix',
  'linear',
  'x402',
  'generic',
] as const
export type Provider = (typeof PROVIDERS)[number]

/** A delivery as it arrived. */
export type Delivery = {
  /** The exact body, null when it was sent as an object and its bytes are lost. */
  raw: string | null
  /** The body read as JSON or as a form; empty when it is neither. */
  body: Readonly<Record<string, unknown>>
  /** How the body was read. */
  form: 'json' | 'form' | 'text'
  /** Header names in lower case. */
  headers: ReadonlyMap<string, string>
  /** Where it was delivered, for the providers that sign the address. */
  url: string | null
}
