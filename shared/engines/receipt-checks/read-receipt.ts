import { isObject, ownValue, type JsonObject } from '../json/json-value.ts'
import { readDocument, valueOf } from '../x402/wire/read-document.ts'
import { readNetwork } from '../x402/networks/network.ts'
import { readJws } from '../x402/offer-receipt/verify-jws.ts'

export type ReceiptProfile =
  | 'action-receipt-v1-rt'
  | 'readback-v1'
  | 'bind1'
  | 'x402-offer-receipt'
  | 'x402-settlement-v1'
  | 'x402-settlement-v2'
  | 'jws'
  | 'generic'

/** A receipt of any kind, with the members that say something in one object. */
export type ReadReceipt = {
  profile: ReceiptProfile
  object: JsonObject
  fields: JsonObject
  /** The members a signature of this profile covers; `all` for a signed whole, null where nothing is signed. */
  signed: ReadonlySet<string> | 'all' | null
}

const SIGNED: Partial<Record<ReceiptProfile, readonly string[]>> = {
  'action-receipt-v1-rt': ['agent_id', 'action', 'payload_digest', 'nonce', 'quote', 'ts'],
  'readback-v1': [
    'profile',
    'intended_digest',
    'observed_digest',
    'verified',
    'agent_id',
    'action',
    'target',
    'issued_at',
  ],
}

/**
 * Reads a receipt from an object, JSON, a header value or a compact JWS; null when it is none of these. A settlement that
 * carries a signed receipt is read as that receipt.
 */
export function readReceipt(sent: unknown): ReadReceipt | null {
  if (typeof sent === 'string') {
    const jws = readJws(sent.trim())
    if (jws !== null)
      return { profile: 'jws', object: { format: 'jws', signature: sent.trim() }, fields: jws.payload, signed: 'all' }
  }
  const value = valueOf(readDocument(sent))
  if (!isObject(value)) return null
  const artifact = artifactIn(value)
  if (artifact !== null) return artifact
  const profile = profileOf(value)
  const inner = profile === 'bind1' ? ownValue(value, 'binding') : value
  const names = SIGNED[profile]
  const signed = profile === 'bind1' ? 'all' : names === undefined ? null : new Set(names)
  return { profile, object: value, fields: isObject(inner) ? inner : value, signed }
}

function profileOf(value: JsonObject): ReceiptProfile {
  const said = ownValue(value, 'profile')
  if (said === 'action-receipt-v1-rt' || said === 'readback-v1') return said
  if (isObject(ownValue(value, 'binding'))) return 'bind1'
  const network = ownValue(value, 'network')
  const isSettlement =
    typeof ownValue(value, 'success') === 'boolean' &&
    (Object.hasOwn(value, 'transaction') || Object.hasOwn(value, 'txHash'))
  if (!isSettlement || typeof network !== 'string') return 'generic'
  return readNetwork(network).style === 'legacy' ? 'x402-settlement-v1' : 'x402-settlement-v2'
}

/** A signed offer or receipt, bare or inside the extension of a settlement. */
function artifactIn(value: JsonObject): ReadReceipt | null {
  const extensions = ownValue(value, 'extensions')
  const extension = isObject(extensions) ? ownValue(extensions, 'offer-receipt') : undefined
  const info = isObject(extension) ? ownValue(extension, 'info') : undefined
  const inside = isObject(info) ? ownValue(info, 'receipt') : undefined
  const object = isObject(inside) ? inside : value
  const format = ownValue(object, 'format')
  const signature = ownValue(object, 'signature')
  if ((format !== 'eip712' && format !== 'jws') || typeof signature !== 'string') return null
  const payload = format === 'jws' ? readJws(signature)?.payload : ownValue(object, 'payload')
  return { profile: 'x402-offer-receipt', object, fields: isObject(payload) ? payload : {}, signed: 'all' }
}
