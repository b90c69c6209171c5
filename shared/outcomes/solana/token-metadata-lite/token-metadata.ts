import { shownText } from '#shared/engines/token/shown-text.ts'
import { programAddress, solanaBytes } from '#shared/engines/x402/networks/solana-address.ts'
import { BorshReader } from './borsh-reader.ts'

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const METADATA_KEY = 4
const CREATOR_BYTES = 34
const NOBODY = '11111111111111111111111111111111'

/** What a token calls itself. */
export type TokenMetadata = {
  name: string | null
  symbol: string | null
  uri: string | null
  updateAuthority: string | null
  /** Null where the metadata does not say. */
  isMutable: boolean | null
}

/** Where Metaplex keeps the metadata of a mint. */
export function metadataAddress(mint: string): string | null {
  const [program, bytes] = [solanaBytes(METAPLEX), solanaBytes(mint)]
  return program === null || bytes === null ? null : programAddress([Buffer.from('metadata'), program, bytes], program)
}

/** Reads a metadata account of Metaplex; null for any other account. */
export function readMetaplex(owner: string, data: Buffer): TokenMetadata | null {
  if (owner !== METAPLEX) return null
  return orNull(() => {
    const reader = new BorshReader(data)
    if (reader.u8() !== METADATA_KEY) return null
    const updateAuthority = reader.key()
    reader.skip(32)
    const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()]
    return { ...texts(name, symbol, uri), updateAuthority, isMutable: readMutable(reader) }
  })
}

/** The fee of sellers, the creators and whether it was sold stand before it. */
function readMutable(reader: BorshReader): boolean | null {
  return orNull(() => {
    reader.skip(2)
    if (reader.u8() === 1) reader.skip(reader.u32() * CREATOR_BYTES)
    reader.skip(1)
    return reader.u8() === 1
  })
}

/** Reads the metadata extension of Token-2022; null for bytes that are none. */
export function readTokenMetadata(data: Buffer): TokenMetadata | null {
  return orNull(() => {
    const reader = new BorshReader(data)
    const authority = reader.key()
    reader.skip(32)
    const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()]
    const updateAuthority = authority === NOBODY ? null : authority
    return { ...texts(name, symbol, uri), updateAuthority, isMutable: updateAuthority !== null }
  })
}

const MOST_URI = 2_048

const texts = (name: string, symbol: string, uri: string) => ({
  name: shownText(name),
  symbol: shownText(symbol),
  uri: uri.trim() === '' ? null : uri.trim().slice(0, MOST_URI).toWellFormed(),
})

function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
