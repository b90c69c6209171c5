import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'

import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { registerAccount, type Registered } from '../world/market.ts'
import { openWorld, type World } from '../world/world.ts'
import { type LabProcess, openSettlementLab, type SettlementLab } from './settlement-lab.ts'

const TOKEN_2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** An account with a proved wallet, whose key it has. */
export type Holder = Registered & { wallet: Keypair }

export type WrapLab = {
  lab: SettlementLab
  world: World
  settlement: LabProcess
  connection: Connection
  /** A new account with a wallet of its own, proved and with SOL. */
  holder: () => Promise<Holder>
  prove: (by: Registered, wallet: Keypair) => Promise<void>
  /** A purchase of the buyer, of a new free listing of the seller unless said; delivered. */
  bought: (buyer: Registered, listing?: Record<string, unknown>) => Promise<string>
  seller: Holder
  request: (by: Holder, purchaseId: string) => Promise<Requested>
  /** Signs what an answer gave with a wallet and sends it. */
  send: (wallet: Keypair, base64: string) => Promise<string>
  /** A purchase of the holder whose token is final and in the holder's wallet. */
  wrapped: (by: Holder) => Promise<{ purchaseId: string; mint: string; mintedBy: string }>
  /** One look at every wrap, now. */
  look: () => Promise<void>
  /** Sends the token on, as any wallet does. */
  move: (from: Keypair, to: PublicKey, mint: string) => Promise<string>
  /** Burns the token, as any wallet does. */
  burn: (from: Keypair, mint: string) => Promise<string>
  stateOf: (purchaseId: string) => Promise<string>
  close: () => Promise<void>
}

export type Requested = {
  wrap_status: string
  mint: string
  mint_transaction: { transaction: string; rent_lamports: number }
}

/** A marketplace, a settlement process and a local Solana, with holders of tokens and what they do with them. */
export async function openWrapLab(settings: Record<string, string> = {}): Promise<WrapLab> {
  const lab = await openSettlementLab({ solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  const settlement = await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL, ...settings })
  const world = await openWorld({
    backend: 'postgres',
    pools: [],
    databaseUrl: lab.databaseUrl,
    env: { SETTLEMENT_URL },
  })
  const connection = new Connection(lab.solana.rpcUrl, 'confirmed')
  const prove = async ({ username }: Registered, wallet: Keypair) => {
    await lab.sql(
      `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where username = $1`,
      [username, wallet.publicKey.toBase58()],
    )
  }
  const holder = async (): Promise<Holder> => {
    const [account, { secret_key: key }] = await Promise.all([
      registerAccount(world),
      lab.solana.wallet({ lamports: 10n ** 9n }),
    ])
    const wallet = Keypair.fromSecretKey(fromBase58(key) ?? new Uint8Array())
    await prove(account, wallet)
    return { ...account, wallet }
  }
  const seller = await holder()
  const bought: WrapLab['bought'] = async (buyer, listing = {}) => {
    const sent = { title: 'A wrapped thing', price_cents: 0, status: 'live', delivery_markdown: '# Yours', ...listing }
    const made = await seller.request('POST', '/api/listings', sent)
    const { status, body, text } = await buyer.request('POST', `/api/purchases/free/${String(made.body['listing_id'])}`)
    if (status !== 201) throw new Error(text)
    return String(body['purchase_id'])
  }
  const request: WrapLab['request'] = async (by, purchaseId) => {
    const body = { owner_wallet: by.wallet.publicKey.toBase58(), confirm_lock: true }
    const answer = await by.request('POST', `/api/purchases/${purchaseId}/wrap/request`, body)
    if (answer.status !== 200) throw new Error(answer.text)
    // Safe: the reply's schema was checked by the world.
    return answer.body as Requested
  }
  const send = (wallet: Keypair, base64: string) => {
    const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
    transaction.sign([wallet])
    return connection.sendRawTransaction(transaction.serialize())
  }
  const look = async () => {
    await lab.sql(`update wrap set look_at = now() where look_at is not null`)
    await settlement.watchWraps()
  }
  const signed = async (wallet: Keypair, ...instructions: TransactionInstruction[]) => {
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: wallet.publicKey, recentBlockhash: blockhash }).add(...instructions)
    transaction.sign(wallet)
    return connection.sendRawTransaction(transaction.serialize())
  }
  return {
    lab,
    world,
    settlement,
    connection,
    holder,
    prove,
    bought,
    seller,
    request,
    send,
    look,
    async wrapped(by) {
      const purchaseId = await bought(by)
      const { mint, mint_transaction: mintTransaction } = await request(by, purchaseId)
      const mintedBy = await send(by.wallet, mintTransaction.transaction)
      await look()
      return { purchaseId, mint, mintedBy }
    },
    move: (from, to, mint) =>
      signed(
        from,
        openAccount(from.publicKey, to, new PublicKey(mint)),
        transfer(from.publicKey, to, new PublicKey(mint)),
      ),
    burn: (from, mint) => signed(from, burnOne(from.publicKey, new PublicKey(mint))),
    stateOf: async (purchaseId) => {
      const [row] = await lab.sql<{ state: string }>(
        `select state from wrap where purchase_id = $1 order by created_at desc limit 1`,
        [purchaseId.slice(4)],
      )
      return row?.state ?? 'none'
    },
    close: async () => {
      await world.close()
      await lab.close()
    },
  }
}

const accountOf = (owner: PublicKey, mint: PublicKey) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), TOKEN_2022.toBytes(), mint.toBytes()], ASSOCIATED)[0]

const key = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({ pubkey, isWritable, isSigner })
const ONE_TOKEN = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0])

const openAccount = (payer: PublicKey, owner: PublicKey, mint: PublicKey) =>
  new TransactionInstruction({
    programId: ASSOCIATED,
    keys: [
      key(payer, true, true),
      key(accountOf(owner, mint), true),
      key(owner, false),
      key(mint, false),
      key(SystemProgram.programId, false),
      key(TOKEN_2022, false),
    ],
    data: Buffer.from([1]),
  })

const transfer = (from: PublicKey, to: PublicKey, mint: PublicKey) =>
  new TransactionInstruction({
    programId: TOKEN_2022,
    keys: [key(accountOf(from, mint), true), key(mint, false), key(accountOf(to, mint), true), key(from, false, true)],
    data: Buffer.concat([Buffer.from([12]), ONE_TOKEN]),
  })

const burnOne = (owner: PublicKey, mint: PublicKey) =>
  new TransactionInstruction({
    programId: TOKEN_2022,
    keys: [key(accountOf(owner, mint), true), key(mint, true), key(owner, false, true)],
    data: Buffer.concat([Buffer.from([15]), ONE_TOKEN]),
  })
