import { toBase58 } from '#shared/lib/crypto/base58.ts'

/*
 * Accounts of the SPL Token program and of Token-2022, as they are laid out in bytes (solana-program/token,
 * solana-program/token-2022). Every reader takes any bytes and gives null for what is not of its kind.
 */

const ACCOUNT_BYTES = 165
const MINT_BYTES = 82
/** Offset at which Token-2022 marks the kind of account, before its extensions. */
const KIND_AT = 165
const IS_MINT = 1
const IS_ACCOUNT = 2

const key = (bytes: Buffer, at: number) => toBase58(bytes.subarray(at, at + 32))
/** An optional key: a tag of four bytes, then the key. */
const optionalKey = (bytes: Buffer, at: number) => (bytes.readUInt32LE(at) === 1 ? key(bytes, at + 4) : null)

export type TokenAccount = {
  mint: string
  owner: string
  raw: bigint
  frozen: boolean
  delegate: string | null
  delegated: bigint
}

export function readTokenAccount(data: Buffer): TokenAccount | null {
  const isAccount = data.length === ACCOUNT_BYTES || (data.length > KIND_AT && data[KIND_AT] === IS_ACCOUNT)
  const state = data[108] ?? 0
  if (!isAccount || state === 0 || state > 2) return null
  const delegate = optionalKey(data, 72)
  return {
    mint: key(data, 0),
    owner: key(data, 32),
    raw: data.readBigUInt64LE(64),
    frozen: state === 2,
    delegate,
    delegated: delegate === null ? 0n : data.readBigUInt64LE(121),
  }
}

export type Mint = {
  mintAuthority: string | null
  freezeAuthority: string | null
  supply: bigint
  decimals: number
  /** Of Token-2022, as type and bytes. */
  extensions: { type: number; data: Buffer }[]
}

export function readMint(data: Buffer): Mint | null {
  const isMint = data.length === MINT_BYTES || (data.length > KIND_AT && data[KIND_AT] === IS_MINT)
  if (!isMint || data[45] !== 1) return null
  return {
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data[44] ?? 0,
    freezeAuthority: optionalKey(data, 46),
    extensions: readExtensions(data.subarray(KIND_AT + 1)),
  }
}

/** Type, length and value, each after the other; what is cut off is left out. */
function readExtensions(bytes: Buffer): Mint['extensions'] {
  const found: Mint['extensions'] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const type = bytes.readUInt16LE(at)
    const end = at + 4 + bytes.readUInt16LE(at + 2)
    if (type === 0 || end > bytes.length) return found
    found.push({ type, data: bytes.subarray(at + 4, end) })
    at = end
  }
  return found
}
