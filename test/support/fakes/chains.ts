import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

import {
  type Address,
  createTestClient,
  getAddress,
  type Hash,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { base } from 'viem/chains'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { anvilCommand } from '#shared/playground/chains/base/anvil-command.ts'
import { type BaseFunds, prepareBase, setBaseFunds } from '#shared/playground/chains/base/prepare-base.ts'
import { noJournal, type Journal } from '#shared/playground/chains/solana/journal.ts'
import { createPlaySolana } from '#shared/playground/chains/solana/play-solana.ts'
import { rpcMethods } from '#shared/playground/chains/solana/rpc-methods.ts'
import { serveJsonRpc } from '#shared/playground/chains/solana/serve-json-rpc.ts'
import { prepareSolana, setSolanaFunds, type SolanaFunds } from '#shared/playground/chains/solana/solana-funds.ts'
import { decodeTokenAccount, usdcAccountOf } from '#shared/playground/chains/solana/token-account.ts'
import { usdcTransfers } from '#test/support/fakes/usdc-transfers.ts'
import { makeSolanaWallet, type SolanaWallet } from '#shared/playground/chains/wallets.ts'
import { endingWithParent } from '#shared/playground/processes/ending-with-parent.ts'
import { freePort } from '#shared/playground/free-port.ts'

/*
 * Local chains for tests, real but empty of strangers: anvil as Base, LiteSVM as Solana, with test USDC at the addresses
 * of the real one. One of each a test file is meant (anvil is up in 0.2 s):
 *
 *   let chain: TestBase
 *   beforeAll(async () => { chain = await startBase() })
 *   afterAll(() => chain.stop())
 *
 *   const payer = await chain.wallet({ microUsdc: 1_000_000n })      // a new key; a viem account
 *   const payTo = chain.address()                                    // nobody's, empty
 *   ...
 *   expect(await chain.transfersTo(payTo)).toHaveLength(1)
 *
 * Tests of one file that need different states of the chain use new wallets, not snapshots.
 */

/** A transfer of USDC that is on the chain. */
export type UsdcTransfer = { transaction: string; from: string; microUsdc: bigint }

export const USDC_ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function mint(address to, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

/** Starts a local Base of its own: chain id 8453, USDC and Multicall3 at their addresses, each transaction mined at once. */
export async function startBase() {
  const port = await freePort()
  const { file, args } = anvilCommand({ port })
  // A test run that is killed leaves no chain behind.
  const [program, ...before] = [...endingWithParent('TERM'), file]
  const anvil = spawn(program, [...before, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = new Promise<void>((done) => anvil.once('exit', () => done()))
  const rpcUrl = `http://127.0.0.1:${port}`
  const client = createTestClient({ mode: 'anvil', chain: base, transport: http(rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  await answers(() => askRpc(rpcUrl, 'eth_chainId'), exited)
  await prepareBase(rpcUrl)

  const fund = (address: string, funds: BaseFunds) => setBaseFunds(rpcUrl, address, funds)
  return {
    rpcUrl,
    /** viem's client with all its public, wallet and test actions. */
    client,
    /** A new address nobody has the key of. */
    address: (): Address => privateKeyToAccount(generatePrivateKey()).address,
    /** A new wallet that holds this much; without more it has no gas, as a payer of x402 needs none. */
    async wallet(funds: BaseFunds = {}): Promise<PrivateKeyAccount & { privateKey: Hash }> {
      const privateKey = generatePrivateKey()
      const account = privateKeyToAccount(privateKey)
      await fund(account.address, funds)
      return { ...account, privateKey }
    },
    /** Sets what an account holds (it does not add). Makes no block and no Transfer. */
    fund,
    microUsdcOf: (address: string): Promise<bigint> =>
      client.readContract({
        address: BASE_USDC,
        abi: USDC_ABI,
        functionName: 'balanceOf',
        args: [getAddress(address)],
      }),
    /** Every Transfer of USDC to this address since the chain began, oldest first: what the ledger has to agree with. */
    async transfersTo(address: string): Promise<UsdcTransfer[]> {
      const logs = await client.getContractEvents({
        address: BASE_USDC,
        abi: USDC_ABI,
        eventName: 'Transfer',
        args: { to: getAddress(address) },
        fromBlock: 0n,
        strict: true,
      })
      return logs.map(({ transactionHash, args }) => ({
        transaction: transactionHash,
        from: args.from,
        microUsdc: args.value,
      }))
    },
    /** From now on transactions wait: a settlement stays pending. */
    stopMining: () => client.setAutomine(false),
    /** Mines what waits, and again each transaction as it comes. */
    async startMining() {
      await client.setAutomine(true)
      await client.mine({ blocks: 1 })
    },
    /** One block with what waits. */
    mine: () => client.mine({ blocks: 1 }),
    /** Transactions that wait, by their hashes. */
    async waiting(): Promise<Hash[]> {
      const { transactions } = await client.getBlock({ blockTag: 'pending' })
      return transactions
    },
    /** Takes a waiting transaction out again, as a node that forgets it: it will never be mined. */
    drop: (hash: Hash) => client.dropTransaction({ hash }),
    /** Moves the time of the chain ahead, which is not the time of this machine: authorizations expire. */
    async skip(seconds: number) {
      await client.increaseTime({ seconds })
      await client.mine({ blocks: 1 })
    },
    /** The RPC hangs: it takes connections and answers nothing, until `thaw`. */
    freeze: () => anvil.kill('SIGSTOP'),
    thaw: () => anvil.kill('SIGCONT'),
    async stop() {
      anvil.kill('SIGKILL')
      await exited
    },
  }
}

export type TestBase = Awaited<ReturnType<typeof startBase>>

const STATE_OF_TOKEN_ACCOUNT = 108
const FROZEN = 2
const NOBODY = '11111111111111111111111111111111'

/** What a chain was kept in: given to the next `startSolana`, that one goes on with it. */
type SolanaOptions = { journal?: Journal }

/**
 * Starts a local Solana of its own with the USDC mint at its address, served on a port of 127.0.0.1 by this very
 * process. What is sent lands before its send is answered, and is then finalized, until a knob says otherwise. Signatures
 * can be subscribed to.
 */
export async function startSolana({ journal = noJournal() }: SolanaOptions = {}) {
  const chain = createPlaySolana({ journal })
  prepareSolana(chain)
  let thawed = Promise.resolve()
  let thaw = () => {}
  const methods = Object.entries(rpcMethods(chain)).map(
    ([name, method]) => [name, (params: readonly unknown[]) => thawed.then(() => method(params))] as const,
  )
  const server = await serveJsonRpc(Object.fromEntries(methods), 0, chain.stateOf)
  const fund = (owner: string, funds: SolanaFunds) => setSolanaFunds(chain, owner, funds)
  return {
    rpcUrl: `http://127.0.0.1:${server.port}`,
    /** Differs from chain to chain, and is never the real one. */
    genesis: chain.genesis,
    /** A new address nobody has the key of. */
    address: (): string => makeSolanaWallet().address,
    /**
     * A new wallet that holds this much. Its `secret_key` is base58 of the 64 bytes that `createKeyPairSignerFromBytes`
     * of @solana/kit and `Keypair.fromSecretKey` of @solana/web3.js take. A payer of x402 needs USDC and no SOL, the
     * fee payer needs SOL, a payee needs its token account: `{ microUsdc: 0n }`.
     */
    async wallet(funds: SolanaFunds = {}): Promise<SolanaWallet> {
      const wallet = makeSolanaWallet()
      await fund(wallet.address, funds)
      return wallet
    },
    /** Sets what a wallet holds (it does not add). No transaction comes of it. */
    fund,
    /** Where a wallet's USDC is kept. */
    usdcAccountOf,
    async microUsdcOf(owner: string): Promise<bigint> {
      const account = chain.account(await usdcAccountOf(owner))
      return (account === undefined ? undefined : decodeTokenAccount(account.owner, account.data))?.amount ?? 0n
    },
    lamportsOf: (address: string): bigint => chain.account(address)?.lamports ?? 0n,
    /** The issuer freezes a wallet's token account: it receives nothing any more. */
    async freezeUsdc(owner: string) {
      const address = await usdcAccountOf(owner)
      const held = chain.account(address)
      if (held === undefined) throw new Error(`${owner} has no token account`)
      const data = Uint8Array.from(held.data)
      data[STATE_OF_TOKEN_ACCOUNT] = FROZEN
      chain.write(address, { ...held, data })
    },
    /** The owner closes the token account and takes its rent. */
    async closeUsdc(owner: string) {
      chain.write(await usdcAccountOf(owner), {
        lamports: 0n,
        owner: NOBODY,
        executable: false,
        data: new Uint8Array(),
      })
    },
    /** Every transfer of USDC to this wallet since the chain began, oldest first: what the ledger has to agree with. */
    async transfersTo(owner: string): Promise<UsdcTransfer[]> {
      const landed = chain.landedOn(await usdcAccountOf(owner)).toReversed()
      return landed.flatMap((one) =>
        usdcTransfers(one).flatMap(({ to, ...transfer }) => (to === owner ? [transfer] : [])),
      )
    },
    /** From now on transactions wait: their sends are answered, but they have no status. */
    stopMining: () => {
      chain.knobs.isHalted = true
    },
    /** Lands what waits, if its blockhash is still good, and again each transaction as it comes. */
    startMining: chain.resume,
    /** From now on it takes so long from the send until the transaction has a status. */
    delayConfirmations: (ms: number) => {
      chain.knobs.confirmDelayMs = ms
    },
    /** The next transactions get lost, though their sends are answered as ever. */
    dropNext: (count = 1) => {
      chain.knobs.dropNext = count
    },
    /** The chain itself: its accounts, and what a real one does only now and then. */
    chain,
    /** Every blockhash given out so far is too old from now on; about a minute passes on the chain. */
    expireBlockhashes: chain.clock.expire,
    /** The RPC hangs: it takes questions and answers nothing, until `thaw`. */
    freeze: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      thawed = promise
      thaw = resolve
    },
    thaw: () => thaw(),
    async stop() {
      thaw()
      await server.close()
    },
  }
}

export type TestSolana = Awaited<ReturnType<typeof startSolana>>

async function answers(ask: () => Promise<unknown>, exited: Promise<void>): Promise<void> {
  let isGone = false
  void exited.then(() => (isGone = true))
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (isGone) throw new Error('The local chain ended before it answered.', { cause: error })
      await pause(10)
    }
  }
}
