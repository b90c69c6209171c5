import { randomBytes } from 'node:crypto'

import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import type { Order } from '#shared/market/solana/read-order.ts'
import { createPlaySolana } from '#shared/playground/chains/solana/play-solana.ts'
import { rpcMethods } from '#shared/playground/chains/solana/rpc-methods.ts'
import { prepareSolana, setSolanaFunds } from '#shared/playground/chains/solana/solana-funds.ts'
import { encodeTokenAccount } from '#shared/playground/chains/solana/token-account.ts'
import { transfers } from '#workers/settlement/sales/build-payment.ts'
import { Landed } from '#workers/settlement/sales/landed-payment.ts'
import { judgeOnAll } from '#workers/settlement/sales/look-at-payment.ts'
import { owedAt } from '#workers/settlement/sales/offer-payment.ts'
import { memoProgram } from '#workers/settlement/sales/programs.ts'
import { usdcOf } from '#workers/settlement/sales/sale-chain.ts'

const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')

/** A local Solana in this process, with a payer, a seller and a platform, and orders of $5.00 to pay there. */
export async function openSaleLab() {
  const chain = createPlaySolana()
  prepareSolana(chain)
  const rpc = rpcMethods(chain)
  const [payer, seller, platform] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const addressOf = (key: Keypair) => key.publicKey.toBase58()
  for (const key of [payer, seller, platform])
    await setSolanaFunds(chain, addressOf(key), { lamports: 10n ** 10n, microUsdc: 100_000_000n })

  const order = (change: Partial<Order> = {}): Order => ({
    id: '00000000-0000-7000-8000-000000000000',
    subject: 'purchase',
    isWin: false,
    currency: 'usdc',
    legs: [
      { role: 'seller', wallet: addressOf(seller), cents: 425 },
      { role: 'platform', wallet: addressOf(platform), cents: 75 },
    ],
    reference: Keypair.generate().publicKey.toBase58(),
    memo: `farebox pur_${randomBytes(8).toString('hex')}`,
    createdAt: new Date(Date.now() - 5_000),
    expiresAt: new Date(Date.now() + 1_800_000),
    quotes: [],
    ...change,
  })
  const memo = (text: string) =>
    new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) })
  /** The instructions of an honest payment: its memo, and a transfer for each leg. */
  const honest = (paid: Order, rate: bigint | null = null): TransactionInstruction[] => [
    memo(paid.memo),
    ...transfers(owedAt(paid, rate), payer.publicKey),
  ]
  /** Lands a transaction, and returns what a node says of it. */
  const land = (
    instructions: TransactionInstruction[],
    { signers = [payer], tables = [] }: { signers?: Keypair[]; tables?: AddressLookupTableAccount[] } = {},
  ): { signature: string; landed: Landed } => {
    const message = new TransactionMessage({
      payerKey: signers[0]?.publicKey ?? payer.publicKey,
      recentBlockhash: chain.clock.latest().blockhash,
      instructions,
    }).compileToV0Message(tables)
    const transaction = new VersionedTransaction(message)
    transaction.sign(signers)
    const wire = Buffer.from(transaction.serialize()).toString('base64')
    const signature = String(rpc['sendTransaction']?.([wire, { encoding: 'base64', skipPreflight: true }]))
    const landed = Landed.parse(rpc['getTransaction']?.([signature, { encoding: 'base64' }]))
    if (landed === null) throw new Error('it did not land')
    return { signature, landed }
  }
  return {
    chain,
    payer,
    seller,
    platform,
    order,
    memo,
    honest,
    land,
    /** Why a transaction is no payment of an order; null when it pays it. */
    judge: (paid: Order, instructions: TransactionInstruction[], how: Parameters<typeof land>[1] = {}) => {
      const { signature, landed } = land(instructions, how)
      const judged = judgeOnAll(paid, signature, [landed])
      return judged === null ? 'not of the chain' : judged.reason
    },
    /** An address lookup table with these addresses, as if it had been extended long ago. */
    table(addresses: PublicKey[]): AddressLookupTableAccount {
      const key = Keypair.generate().publicKey
      const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses }
      const header = Buffer.alloc(56)
      header.writeUInt32LE(1, 0)
      header.writeBigUInt64LE(state.deactivationSlot, 4)
      const data = Buffer.concat([header, ...addresses.map((one) => one.toBuffer())])
      const owner = 'AddressLookupTab1e1111111111111111111111111'
      chain.write(key.toBase58(), { lamports: 10n ** 9n, owner, executable: false, data })
      return new AddressLookupTableAccount({ key, state })
    },
    /** A token account at an address, of any mint, owner and program. */
    tokenAccount: (
      address: string,
      held: { mint: string; owner: string; amount: bigint },
      program = TOKEN.toBase58(),
    ) =>
      chain.write(address, { lamports: 2_039_280n, owner: program, executable: false, data: encodeTokenAccount(held) }),
    usdcOf,
    SystemProgram,
    TOKEN,
    USDC: new PublicKey(SOLANA_USDC),
  }
}

/** A transfer of a token program with `TransferChecked`. */
export function transferChecked(given: {
  program: PublicKey
  from: string
  mint: string
  to: string
  authority: PublicKey
  amount: bigint
  more?: PublicKey[]
}): TransactionInstruction {
  const data = Buffer.alloc(10)
  data.writeUInt8(12, 0)
  data.writeBigUInt64LE(given.amount, 1)
  data.writeUInt8(6, 9)
  const key = (pubkey: string | PublicKey, isWritable: boolean, isSigner = false) => ({
    pubkey: new PublicKey(pubkey),
    isWritable,
    isSigner,
  })
  return new TransactionInstruction({
    programId: given.program,
    keys: [
      key(given.from, true),
      key(given.mint, false),
      key(given.to, true),
      key(given.authority, false, true),
      ...(given.more ?? []).map((one) => key(one, false)),
    ],
    data,
  })
}
