import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'

import { ASSOCIATED_TOKEN_PROGRAM, CREATE_IDEMPOTENT } from '../sales/programs.ts'

/*
 * The instructions of Token-2022 and of its interface for metadata that wraps use, as bytes: numbers, layouts and accounts
 * are those of the program (github.com/solana-program/token-2022 and token-metadata).
 */
export const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const associatedTokenProgram = new PublicKey(ASSOCIATED_TOKEN_PROGRAM)

const SET_AUTHORITY = 6
const MINT_TO = 7
const CLOSE_ACCOUNT = 9
const BURN_CHECKED = 15
const INITIALIZE_MINT_2 = 20
const METADATA_POINTER = 39
/** The first eight bytes of SHA-256 of `spl_token_metadata_interface:` and `initialize_account` or `update_the_authority`. */
const INITIALIZE_METADATA = Buffer.from([210, 225, 30, 162, 88, 184, 77, 141])
const UPDATE_METADATA_AUTHORITY = Buffer.from([215, 228, 166, 228, 84, 100, 86, 123])
const AUTHORITY_TO_MINT = 0
const DECIMALS = 0
const ONE = 1n
/** Nobody: an optional key that is not there is all zeros, which is the address of the system program. */
const NOBODY = SystemProgram.programId

/** Bytes of a mint whose only extension is the pointer to its metadata. */
export const MINT_WITH_POINTER_BYTES = 234
/** Bytes before the texts of metadata: their type and length, two keys, three lengths, and an empty list. */
const METADATA_BYTES = 4 + 32 + 32 + 3 * 4 + 4

export type TokenMetadata = { name: string; symbol: string; uri: string }

/** Bytes of a mint with its pointer and its metadata, for which its rent is paid. */
export const mintBytes = ({ name, symbol, uri }: TokenMetadata): number =>
  MINT_WITH_POINTER_BYTES +
  METADATA_BYTES +
  Buffer.byteLength(name) +
  Buffer.byteLength(symbol) +
  Buffer.byteLength(uri)

/** Address of a wallet's associated token account for a mint of Token-2022. */
export const tokenAccountOf = (wallet: PublicKey, mint: PublicKey): PublicKey =>
  PublicKey.findProgramAddressSync([wallet.toBytes(), TOKEN_2022.toBytes(), mint.toBytes()], associatedTokenProgram)[0]

/**
 * The instructions that make a mint with one token for a wallet, which pays for it: the mint is created with its metadata,
 * the token is minted, and the authorities to mint and to change the metadata are given up. Nobody may freeze it.
 */
export function mintInstructions(given: {
  wallet: PublicKey
  mint: PublicKey
  authority: PublicKey
  metadata: TokenMetadata
  rentLamports: number
}): TransactionInstruction[] {
  const { wallet, mint, authority, metadata, rentLamports } = given
  const account = tokenAccountOf(wallet, mint)
  return [
    SystemProgram.createAccount({
      fromPubkey: wallet,
      newAccountPubkey: mint,
      space: MINT_WITH_POINTER_BYTES,
      lamports: rentLamports,
      programId: TOKEN_2022,
    }),
    of([writable(mint)], Buffer.from([METADATA_POINTER, 0]), NOBODY.toBuffer(), mint.toBuffer()),
    of([writable(mint)], Buffer.from([INITIALIZE_MINT_2, DECIMALS]), authority.toBuffer(), Buffer.from([0])),
    of(
      [writable(mint), readable(authority), readable(mint), signer(authority)],
      INITIALIZE_METADATA,
      text(metadata.name),
      text(metadata.symbol),
      text(metadata.uri),
    ),
    of([writable(mint), signer(authority)], UPDATE_METADATA_AUTHORITY, NOBODY.toBuffer()),
    openAccount({ payer: wallet, owner: wallet, mint, account }),
    of([writable(mint), writable(account), signer(authority)], Buffer.from([MINT_TO]), u64(ONE)),
    of([writable(mint), signer(authority)], Buffer.from([SET_AUTHORITY, AUTHORITY_TO_MINT, 0])),
  ]
}

/** The instructions by which a wallet burns the token in an account of its own, and gets the rent of the account back. */
export const burnInstructions = ({
  wallet,
  mint,
  account,
}: {
  wallet: PublicKey
  mint: PublicKey
  account: PublicKey
}): TransactionInstruction[] => [
  of(
    [writable(account), writable(mint), signer(wallet)],
    Buffer.from([BURN_CHECKED]),
    u64(ONE),
    Buffer.from([DECIMALS]),
  ),
  of([writable(account), writable(wallet), signer(wallet)], Buffer.from([CLOSE_ACCOUNT])),
]

type OpenedAccount = { payer: PublicKey; owner: PublicKey; mint: PublicKey; account: PublicKey }

const openAccount = ({ payer, owner, mint, account }: OpenedAccount) =>
  new TransactionInstruction({
    programId: associatedTokenProgram,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(account),
      readable(owner),
      readable(mint),
      readable(SystemProgram.programId),
      readable(TOKEN_2022),
    ],
    data: Buffer.from([CREATE_IDEMPOTENT]),
  })

const of = (keys: TransactionInstruction['keys'], ...data: Buffer[]) =>
  new TransactionInstruction({ programId: TOKEN_2022, keys, data: Buffer.concat(data) })

function text(value: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.byteLength(value))
  return Buffer.concat([length, Buffer.from(value)])
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const readable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const signer = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false })
