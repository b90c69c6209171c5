import { fromBase58, toBase58 } from '#shared/lib/crypto/base58.ts'

import { fakeChains } from './fake-chains.ts'

export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const SLOT = 340_000_000
const TIME_S = 1_795_175_998

type FakeAccount = { lamports?: number | bigint; owner?: string; data?: Buffer }
type World = {
  accounts?: Record<string, FakeAccount>
  /** Token accounts by owner. */
  held?: Record<string, Record<string, FakeAccount>>
  more?: Record<string, (params: readonly unknown[]) => unknown>
}

const SYSTEM = '11111111111111111111111111111111'
const inContext = (value: unknown) => ({ context: { apiVersion: '3.0.0', slot: SLOT }, value })
const view = ({ lamports = 2_039_280, owner = SYSTEM, data = Buffer.alloc(0) }: FakeAccount, slice?: Slice) => ({
  lamports,
  owner,
  executable: false,
  rentEpoch: 18_446_744_073_709_551_615n,
  space: data.length,
  data: [
    (slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length)).toString('base64'),
    'base64',
  ],
})
type Slice = { offset: number; length: number }

/** A Solana in memory: accounts and what else it is told. */
export function fakeSolana({ accounts = {}, held = {}, more = {} }: World) {
  return fakeChains((method, params) => {
    const own = more[method]
    if (own !== undefined) return own(params)
    switch (method) {
      case 'getMultipleAccounts': {
        // Safe: questions are ours.
        const [addresses, { dataSlice }] = params as [string[], { dataSlice?: Slice }]
        const known = { ...accounts, ...Object.assign({}, ...Object.values(held)) } as Record<string, FakeAccount>
        return inContext(addresses.map((address) => (known[address] ? view(known[address], dataSlice) : null)))
      }
      case 'getTokenAccountsByOwner': {
        // Safe: questions are ours.
        const [owner, filter] = params as [string, { programId?: string; mint?: string }]
        const list = Object.entries(held[owner] ?? {}).filter(
          ([, { owner: program, data }]) =>
            (filter.programId === undefined || filter.programId === program) &&
            (filter.mint === undefined || filter.mint === toBase58((data ?? Buffer.alloc(32)).subarray(0, 32))),
        )
        return inContext(list.map(([pubkey, account]) => ({ pubkey, account: view(account) })))
      }
      case 'getBlockTime':
        return TIME_S
      case 'getSlot':
        return SLOT
      case 'getTransaction':
        return null
      case 'getSignatureStatuses':
        return inContext([null])
      default:
        throw new Error(`the fake does not answer ${method}`)
    }
  })
}

const key = (address: string) => fromBase58(address) ?? Buffer.alloc(32)

/** The bytes of a token account. */
export function tokenAccount(held: {
  mint: string
  owner: string
  raw: bigint
  frozen?: boolean
  delegated?: { to: string; raw: bigint }
}): Buffer {
  const bytes = Buffer.alloc(165)
  key(held.mint).copy(bytes, 0)
  key(held.owner).copy(bytes, 32)
  bytes.writeBigUInt64LE(held.raw, 64)
  if (held.delegated !== undefined) {
    bytes.writeUInt32LE(1, 72)
    key(held.delegated.to).copy(bytes, 76)
    bytes.writeBigUInt64LE(held.delegated.raw, 121)
  }
  bytes.writeUInt8(held.frozen === true ? 2 : 1, 108)
  return bytes
}

type MintFacts = { supply?: bigint; decimals?: number; mintAuthority?: string; freezeAuthority?: string }

/** The bytes of a mint; with extensions, one of Token-2022. */
export function mintAccount(
  { supply = 0n, decimals = 6, mintAuthority, freezeAuthority }: MintFacts = {},
  extensions?: readonly { type: number; data: Buffer }[],
): Buffer {
  const bytes = Buffer.alloc(82)
  const optional = (address: string | undefined, at: number) => {
    if (address === undefined) return
    bytes.writeUInt32LE(1, at)
    key(address).copy(bytes, at + 4)
  }
  optional(mintAuthority, 0)
  bytes.writeBigUInt64LE(supply, 36)
  bytes.writeUInt8(decimals, 44)
  bytes.writeUInt8(1, 45)
  optional(freezeAuthority, 46)
  if (extensions === undefined) return bytes
  const entries = extensions.map(({ type, data }) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(data.length, 2)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([bytes, Buffer.alloc(165 - 82), Buffer.of(1), ...entries])
}

const borshText = (text: string, bytes = Buffer.byteLength(text)) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes)
  return Buffer.concat([length, Buffer.from(text), Buffer.alloc(bytes - Buffer.byteLength(text))])
}

/** The bytes of a Metaplex metadata account, its texts filled up with NULs as that program does. */
export const metaplexAccount = (said: {
  authority: string
  mint: string
  name: string
  symbol: string
  uri: string
  mutable: boolean
}) =>
  Buffer.concat([
    Buffer.of(4),
    key(said.authority),
    key(said.mint),
    borshText(said.name, 32),
    borshText(said.symbol, 10),
    borshText(said.uri, 200),
    Buffer.of(0, 0, 0, 0, said.mutable ? 1 : 0),
  ])

/** The metadata extension of Token-2022. */
export const metadataExtension = (said: {
  authority: string
  mint: string
  name: string
  symbol: string
  uri: string
}) => ({
  type: 19,
  data: Buffer.concat([
    key(said.authority),
    key(said.mint),
    borshText(said.name),
    borshText(said.symbol),
    borshText(said.uri),
    Buffer.alloc(4),
  ]),
})
