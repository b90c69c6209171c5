import { z } from 'zod'

/**
 * Order of the secp256k1 group. USDC refuses s above half of it, because every signature would have a second valid
 * form.
 */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const MAX_SIGNATURE_BYTES = 4_096

/** An EIP-3009 authorization. Addresses and nonce are lower case; times are Unix seconds. */
export type EvmAuthorization = {
  from: string
  to: string
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: string
  signature: string
}

export type Unreadable = { kind: 'malformed'; why: string; path: string[] }
export type Invalid = { kind: 'invalid'; reason: string; message: string; field: string }

/**
 * Reads the payload of `exact` on an EVM network. Only EIP-3009 is accepted. A payload with `permit2Authorization` is
 * refused even if it also has an authorization, because the payment's key depends on the scheme. Checks only the form
 * of the signature; /verify checks the signer and knows contract wallets, whose signatures are longer.
 */
export function readEvmPayload(
  payload: Record<string, unknown>,
): { kind: 'read'; authorization: EvmAuthorization } | Unreadable | Invalid {
  if (Object.hasOwn(payload, 'permit2Authorization')) {
    return invalid('unsupported_payload_type', 'permit2Authorization', 'Only EIP-3009 authorizations are taken.')
  }
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = ['payload', ...(issue?.path ?? []).map(String)]
    return { kind: 'malformed', why: `${path.join('.')} is missing or no text.`, path }
  }
  const { authorization, signature } = parsed.data
  for (const name of ['value', 'validAfter', 'validBefore'] as const) {
    if (!isUint256(authorization[name])) {
      const reason = UINT_REASONS[name]
      return invalid(
        reason,
        `authorization.${name}`,
        'It has to be a decimal number of 256 bits without leading zeros.',
      )
    }
  }
  for (const name of ['from', 'to'] as const) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(authorization[name])) {
      return invalid('invalid_payload', `authorization.${name}`, 'It has to be an address: 0x and 40 hex digits.')
    }
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(authorization.nonce)) {
    return invalid('invalid_payload', 'authorization.nonce', 'It has to be 32 bytes: 0x and 64 hex digits.')
  }
  if (!isPossibleSignature(signature)) {
    return invalid('invalid_exact_evm_signature', 'signature', 'No key can have made this signature.')
  }
  return {
    kind: 'read',
    authorization: {
      from: authorization.from.toLowerCase(),
      to: authorization.to.toLowerCase(),
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce.toLowerCase(),
      signature: signature.toLowerCase(),
    },
  }
}

const Payload = z.looseObject({
  signature: z.string(),
  authorization: z.looseObject({
    from: z.string(),
    to: z.string(),
    value: z.string(),
    validAfter: z.string(),
    validBefore: z.string(),
    nonce: z.string(),
  }),
})

const UINT_REASONS = {
  value: 'invalid_exact_evm_authorization_value',
  validAfter: 'invalid_exact_evm_payload_authorization_valid_after',
  validBefore: 'invalid_exact_evm_payload_authorization_valid_before',
} as const

const isUint256 = (text: string) => /^(?:0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 2n ** 256n

function isPossibleSignature(text: string): boolean {
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return false
  const bytes = (text.length - 2) / 2
  if (bytes !== 65) return bytes > 65 && bytes <= MAX_SIGNATURE_BYTES
  const [r, s] = [BigInt(text.slice(0, 66)), BigInt(`0x${text.slice(66, 130)}`)]
  const v = Number.parseInt(text.slice(130), 16)
  return r > 0n && r < ORDER && s > 0n && s <= ORDER / 2n && (v === 0 || v === 1 || v === 27 || v === 28)
}

const invalid = (reason: string, field: string, message: string): Invalid => ({
  kind: 'invalid',
  reason,
  message,
  field: `payload.${field}`,
})
