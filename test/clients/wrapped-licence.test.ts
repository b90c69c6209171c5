import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { type Holder, openWrapLab, type WrapLab } from '#test/support/labs/wrap-lab.ts'

import { installedClients } from './installed-clients.ts'

type Web3 = {
  Connection: new (url: string, commitment: 'confirmed') => Connection
  Keypair: { fromSecretKey: (key: Uint8Array) => Keypair }
  PublicKey: new (address: string) => PublicKey
}
type Account = { address: PublicKey; amount: bigint }
/** What the test uses of @solana/spl-token. */
type SplToken = {
  TOKEN_2022_PROGRAM_ID: PublicKey
  getMint: (
    connection: Connection,
    mint: PublicKey,
    commitment: undefined,
    program: PublicKey,
  ) => Promise<{ supply: bigint; decimals: number; mintAuthority: PublicKey | null; freezeAuthority: PublicKey | null }>
  getTokenMetadata: (
    connection: Connection,
    mint: PublicKey,
    commitment: undefined,
    program: PublicKey,
  ) => Promise<{ name: string; symbol: string; uri: string; updateAuthority?: PublicKey } | null>
  getOrCreateAssociatedTokenAccount: (
    connection: Connection,
    payer: Keypair,
    mint: PublicKey,
    owner: PublicKey,
    allowsOffCurve: boolean,
    commitment: undefined,
    options: undefined,
    program: PublicKey,
  ) => Promise<Account>
  transferChecked: (
    connection: Connection,
    payer: Keypair,
    source: PublicKey,
    mint: PublicKey,
    destination: PublicKey,
    owner: Keypair,
    amount: number,
    decimals: number,
    signers: [],
    options: undefined,
    program: PublicKey,
  ) => Promise<string>
}

let it: WrapLab
let web3: Web3
let spl: SplToken
beforeAll(async () => {
  const folder = join(installedClients('spl-token'), 'node_modules/@solana')
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href)
  // Safe: the exact versions of the packages have these.
  web3 = (await load('web3.js/lib/index.esm.js').catch(() => load('web3.js/lib/index.cjs.js'))) as Web3
  spl = (await load('spl-token/lib/esm/index.js')) as SplToken
  it = await openWrapLab()
})
afterAll(async () => {
  expect((await audit(it.world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await it.close()
})

/** The wallet of a holder as the plain client has it. */
const walletOf = ({ wallet }: Holder) => web3.Keypair.fromSecretKey(wallet.secretKey)

test('a wrapped purchase goes from wallet to wallet through @solana/spl-token, and its delivery with it', async () => {
  const [buyer, other] = [await it.holder(), await it.holder()]
  const { purchaseId, mint: address } = await it.wrapped(buyer)
  const connection = new web3.Connection(it.lab.solana.rpcUrl, 'confirmed')
  const program = spl.TOKEN_2022_PROGRAM_ID
  const mint = new web3.PublicKey(address)
  expect(await spl.getMint(connection, mint, undefined, program)).toMatchObject({
    supply: 1n,
    decimals: 0,
    mintAuthority: null,
    freezeAuthority: null,
  })
  const metadata = await spl.getTokenMetadata(connection, mint, undefined, program)
  expect(metadata).toMatchObject({ name: 'A wrapped thing', symbol: 'LICENCE' })
  expect(metadata?.updateAuthority).toBeUndefined()
  const { pathname } = new URL(metadata?.uri ?? '')
  expect((await it.world.request('GET', pathname)).body).toMatchObject({
    name: metadata?.name,
    symbol: metadata?.symbol,
  })

  const from = walletOf(buyer)
  const [held, target] = await Promise.all(
    [from.publicKey, walletOf(other).publicKey].map((owner) =>
      spl.getOrCreateAssociatedTokenAccount(connection, from, mint, owner, false, undefined, undefined, program),
    ),
  )
  if (held === undefined || target === undefined) throw new Error('a wallet has no token account')
  expect(held.amount).toBe(1n)
  await spl.transferChecked(connection, from, held.address, mint, target.address, from, 1, 0, [], undefined, program)

  const path = `/api/purchases/${purchaseId}`
  expect((await other.request('POST', `${path}/wrap/claim`)).status).toBe(200)
  expect((await other.request('GET', `${path}/delivery`)).text).toBe('# Yours')
  expect((await buyer.request('GET', `${path}/delivery`)).status).toBe(403)
})
