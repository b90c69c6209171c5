import { instantOf } from '#shared/engines/guard/instant.ts'
import { isObject } from '#shared/engines/json/json-value.ts'
import { atomicOf } from '#shared/engines/x402/networks/amount.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { isEvmAddress } from '#shared/engines/x402/networks/evm-address.ts'
import { readNetwork } from '#shared/engines/x402/networks/network.ts'
import { solanaBytes } from '#shared/engines/x402/networks/solana-address.ts'
import type { FieldForm } from './audit-fields.rules.ts'
import { hexDigest } from '#shared/engines/receipt-checks/hex-digest.ts'

type Form = { expected: string; fits: (value: unknown) => boolean }

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 20_000

/** What a value of each form looks like. */
export const FORMS: Readonly<Record<FieldForm, Form>> = {
  any: { expected: 'present', fits: (value) => isText(value) || typeof value === 'number' },
  text: { expected: 'a text', fits: isText },
  address: {
    expected: 'an EVM or Solana address',
    fits: (value) =>
      isText(value) && (isEvmAddress(value) || solanaBytes(value) !== null || /^[a-z0-9-]+:[\w.:-]{3,}$/i.test(value)),
  },
  amount: {
    expected: 'an atomic or decimal amount',
    fits: (value) => (typeof value === 'number' || isText(value)) && atomicOf(value, 30) !== null,
  },
  time: {
    expected: 'an ISO 8601 or Unix time',
    fits: (value) => (typeof value === 'number' || isText(value)) && instantOf(value) !== null,
  },
  network: {
    expected: 'CAIP-2 or a v1 network name',
    fits: (value) => isText(value) && readNetwork(value).caip2 !== null,
  },
  transaction: {
    expected: 'a transaction id',
    fits: (value) => isText(value) && (/^0x[0-9a-fA-F]{64}$/.test(value) || fromBase58(value)?.length === 64),
  },
  digest: { expected: 'a SHA-256 in hex', fits: (value) => hexDigest(value) !== null },
  url: { expected: 'an absolute URL', fits: (value) => isText(value) && URL.parse(value) !== null },
  status: {
    expected: 'true, false or a word',
    fits: (value) => typeof value === 'boolean' || (isText(value) && value.length <= 60),
  },
  signature: {
    expected: 'a signature in hex, base64 or JWS',
    fits: (value) => (isText(value) && /^[\w+/=.,:-]{40,}$/.test(value)) || isObject(value),
  },
}

/** A value as it may be shown: signatures and tokens not at all, long ones by both ends. */
export function redact(value: unknown, isSensitive: boolean): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (isSensitive) return `${text.slice(0, 4)}… (${text.length} characters)`
  return text.length <= 24 ? text : `${text.slice(0, 8)}…${text.slice(-4)}`
}
