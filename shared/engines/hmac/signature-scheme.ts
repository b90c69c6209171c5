/** Schemes of webhook signatures. */
export const SCHEMES = ['raw', 'github', 'stripe', 'slack', 'shopify', 'standard-webhooks'] as const
export type Scheme = (typeof SCHEMES)[number]
export type Algorithm = 'sha1' | 'sha256' | 'sha512'
export type Encoding = 'hex' | 'base64'

/** A parsed signature: one or more digests, and the other values of its header. */
export type ReadSignature = {
  digests: string[]
  algorithm: Algorithm | null
  timestamp: string | null
  prefixed: boolean
}

/** Detects the scheme of a signature by its form; `raw` for a bare digest and for no signature. */
export function schemeOf(signature: string | undefined): Scheme {
  const text = signature?.trim() ?? ''
  if (/^sha(?:1|256|512)=/i.test(text)) return 'github'
  if (/^t=\d+,/.test(text)) return 'stripe'
  if (text.startsWith('v0=')) return 'slack'
  if (/(?:^|\s)v1,/.test(text)) return 'standard-webhooks'
  return 'raw'
}

/** Reads a signature header of a scheme. A part that the scheme does not know is left out. */
export function readSignature(scheme: Scheme, signature: string): ReadSignature {
  const text = signature.trim()
  const none = { algorithm: null, timestamp: null }
  switch (scheme) {
    case 'stripe': {
      const parts = text.split(',').map((part) => part.trim().split('=', 2))
      const digests = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
      const timestamp = parts.find(([name]) => name === 't')?.[1] ?? null
      return {
        digests: digests.length > 0 ? digests : [text],
        algorithm: null,
        timestamp,
        prefixed: digests.length > 0,
      }
    }
    case 'standard-webhooks': {
      const digests = text
        .split(/\s+/)
        .filter((part) => part.startsWith('v1,'))
        .map((part) => part.slice(3))
      return { ...none, digests: digests.length > 0 ? digests : [text], prefixed: digests.length > 0 }
    }
    case 'slack':
      return { ...none, digests: [text.replace(/^v0=/, '')], prefixed: text.startsWith('v0=') }
    case 'github':
    case 'raw':
      return readList(text)
    case 'shopify':
      return { ...none, digests: [text], prefixed: true }
  }
}

/**
 * Reads digests with commas between them, as senders list them while they change their secret. Where they name several
 * algorithms, the digests of the strongest count.
 */
function readList(text: string): ReadSignature {
  const parts = text.split(',').map((part) => {
    const match = /^(sha1|sha256|sha512)=(.*)$/is.exec(part.trim())
    // Safe: the pattern admits these algorithms only.
    const algorithm = (match?.[1]?.toLowerCase() ?? null) as Algorithm | null
    return { algorithm, digest: match?.[2] ?? part.trim() }
  })
  const named = (['sha512', 'sha256', 'sha1'] as const).find((one) => parts.some(({ algorithm }) => algorithm === one))
  const counted = named === undefined ? parts : parts.filter(({ algorithm }) => algorithm === named)
  return {
    digests: counted.map(({ digest }) => digest),
    algorithm: named ?? null,
    timestamp: null,
    prefixed: named !== undefined,
  }
}

/** Encoding of a scheme's digests; `raw` accepts both and writes hex. */
export const encodingOf = (scheme: Scheme): Encoding =>
  scheme === 'shopify' || scheme === 'standard-webhooks' ? 'base64' : 'hex'

/** The bytes a scheme signs. */
export function signedContent(
  scheme: Scheme,
  payload: string,
  { timestamp, messageId }: { timestamp: string; messageId: string },
): string {
  if (scheme === 'stripe') return `${timestamp}.${payload}`
  if (scheme === 'slack') return `v0:${timestamp}:${payload}`
  if (scheme === 'standard-webhooks') return `${messageId}.${timestamp}.${payload}`
  return payload
}

/** Derives a scheme's key from the shared secret: its bytes, or the decoded base64 after `whsec_`. */
export function keyOf(scheme: Scheme, secret: string): Buffer {
  if (scheme !== 'standard-webhooks') return Buffer.from(secret)
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}

/** A digest written the way the scheme's header has it. */
export function writeSignature(scheme: Scheme, algorithm: Algorithm, mac: Buffer, timestamp: string): string {
  const text = mac.toString(encodingOf(scheme))
  if (scheme === 'github') return `${algorithm}=${text}`
  if (scheme === 'stripe') return `t=${timestamp},v1=${text}`
  if (scheme === 'slack') return `v0=${text}`
  if (scheme === 'standard-webhooks') return `v1,${text}`
  return text
}
