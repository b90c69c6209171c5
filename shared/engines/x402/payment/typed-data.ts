import { keccak_256 } from '@noble/hashes/sha3'

/** The members of one EIP-712 struct, in order. `[]` types are not needed and not supported. */
type Struct = readonly { name: string; type: string }[]

/** What is signed under EIP-712: the domain, the struct types by name, and a message of the primary one. */
export type TypedData = {
  domain: { name: string; version?: string; chainId: bigint | number; verifyingContract?: string }
  types: Readonly<Record<string, Struct>>
  primaryType: string
  message: Readonly<Record<string, unknown>>
}

const MAX_UINT = 2n ** 256n

/**
 * The digest that is signed (EIP-712). Knows address, uint256, bytes32, string and structs of them. Null when a member
 * of the message does not fit its type.
 */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Uint8Array | null {
  const domainType: Struct = [
    { name: 'name', type: 'string' },
    ...(domain.version === undefined ? [] : [{ name: 'version', type: 'string' }]),
    { name: 'chainId', type: 'uint256' },
    ...(domain.verifyingContract === undefined ? [] : [{ name: 'verifyingContract', type: 'address' }]),
  ]
  const all = { ...types, EIP712Domain: domainType }
  const separator = hashStruct('EIP712Domain', domain, all)
  const struct = hashStruct(primaryType, message, all)
  return separator === null || struct === null
    ? null
    : keccak_256(Buffer.concat([Buffer.of(0x19, 0x01), separator, struct]))
}

type Types = TypedData['types']

function hashStruct(name: string, value: unknown, types: Types): Buffer | null {
  if (typeof value !== 'object' || value === null) return null
  const words = (types[name] ?? []).map((member) =>
    // Safe: an object, of which only own members are read.
    Object.hasOwn(value, member.name)
      ? word(member.type, (value as Record<string, unknown>)[member.name], types)
      : null,
  )
  if (words.some((part) => part === null)) return null
  const typeHash = keccak_256(Buffer.from(encodeType(name, types)))
  return Buffer.from(keccak_256(Buffer.concat([typeHash, ...words.filter((part) => part !== null)])))
}

/** The type, then those it refers to in the order of their names. */
function encodeType(name: string, types: Types): string {
  const referred = new Set<string>()
  const visit = (struct: string) => {
    for (const { type } of types[struct] ?? []) {
      if (!Object.hasOwn(types, type) || referred.has(type)) continue
      referred.add(type)
      visit(type)
    }
  }
  visit(name)
  return [name, ...[...referred].sort()]
    .map((struct) => `${struct}(${(types[struct] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`)
    .join('')
}

function word(type: string, value: unknown, types: Types): Buffer | null {
  if (Object.hasOwn(types, type)) return hashStruct(type, value, types)
  if (type === 'string') return typeof value === 'string' ? Buffer.from(keccak_256(Buffer.from(value))) : null
  if (type === 'uint256') return uint(value)
  if (typeof value !== 'string') return null
  const digits = type === 'address' ? 40 : 64
  const hex = value.startsWith('0x') ? value.slice(2) : ''
  if (hex.length !== digits || !/^[0-9a-fA-F]+$/.test(hex)) return null
  return Buffer.from(hex.padStart(64, '0'), 'hex')
}

function uint(value: unknown): Buffer | null {
  const fits =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,78}$/.test(value))
  if (!fits) return null
  const number = BigInt(value)
  if (number < 0n || number >= MAX_UINT) return null
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}
