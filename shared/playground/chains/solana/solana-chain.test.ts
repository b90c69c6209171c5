import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
} from '@solana/kit'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { startSolana, type TestSolana } from '#test/support/fakes/chains.ts'

import { makeSolanaWallet, type SolanaWallet } from '../wallets.ts'
import { openJournal } from './journal.ts'

let chain: TestSolana
let rpc: ReturnType<typeof createSolanaRpc>
let feePayer: SolanaWallet
let payee: SolanaWallet
beforeAll(async () => {
  chain = await startSolana()
  rpc = createSolanaRpc(chain.rpcUrl)
  feePayer = await chain.wallet({ lamports: 10n ** 9n })
  payee = await chain.wallet({ microUsdc: 0n })
})
afterAll(() => chain.stop())

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const keyOf = ({ secret_key }: SolanaWallet) => Uint8Array.from(getBase58Encoder().encode(secret_key))

/** TransferChecked of the token program. */
function transferData(amount: bigint): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(12, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(6, 9)
  return data
}

type Paying = { from: SolanaWallet; to?: string; amount?: bigint; memo?: string; signs?: SolanaWallet[] }

/** A payment as x402 clients make it: the fee payer is another than the payer. */
async function payment({ from, to = payee.address, amount = 20_000n, memo = 'm', signs = [from, feePayer] }: Paying) {
  const signers = await Promise.all([from, feePayer].map((wallet) => createKeyPairSignerFromBytes(keyOf(wallet))))
  const [payer] = signers
  if (payer === undefined) throw new Error('no payer')
  const { value: lifetime } = await rpc.getLatestBlockhash().send()
  // Safe: addresses of accounts made by this test.
  const [source, target] = [await chain.usdcAccountOf(from.address), await chain.usdcAccountOf(to)] as Address[]
  if (source === undefined || target === undefined) throw new Error('no account')
  // Safe: constants of the chain.
  const [program, mint, memoProgram] = [TOKEN_PROGRAM, SOLANA_USDC, 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'] as [
    Address,
    Address,
    Address,
  ]
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    // Safe: as above.
    (empty) => setTransactionMessageFeePayer(feePayer.address as Address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        [
          {
            programAddress: program,
            accounts: [
              { address: source, role: AccountRole.WRITABLE },
              { address: mint, role: AccountRole.READONLY },
              { address: target, role: AccountRole.WRITABLE },
              { address: payer.address, role: AccountRole.READONLY_SIGNER, signer: payer },
            ],
            data: transferData(amount),
          },
          { programAddress: memoProgram, data: Buffer.from(memo) },
        ],
        timed,
      ),
  )
  const partly = await partiallySignTransactionMessageWithSigners(message)
  const fee = signers[1]
  if (fee === undefined || !signs.includes(feePayer)) return partly
  const [signed] = await fee.signTransactions([partly])
  return { ...partly, signatures: { ...partly.signatures, ...signed } }
}

type Payment = Awaited<ReturnType<typeof payment>>
const wireOf = (paid: Payment): Base64EncodedWireTransaction => getBase64EncodedWireTransaction(paid)
const send = (paid: Payment, skipPreflight = true) =>
  rpc.sendTransaction(wireOf(paid), { encoding: 'base64', skipPreflight }).send()
const simulate = (paid: Payment, sigVerify = false) =>
  rpc
    .simulateTransaction(wireOf(paid), { encoding: 'base64', sigVerify, replaceRecentBlockhash: false } as never)
    .send()
const statusOf = async (signature: Signature, searchTransactionHistory = false) =>
  (await rpc.getSignatureStatuses([signature], { searchTransactionHistory }).send()).value[0] ?? null
const rich = () => chain.wallet({ microUsdc: 1_000_000n })

test('@solana/kit pays: it lands, is final at once, and can be looked up', async () => {
  const from = await rich()
  const to = await chain.wallet({ microUsdc: 5n })
  const paid = await payment({ from, to: to.address, memo: 'order 17' })
  const { value: simulated } = await simulate({ ...paid, signatures: { ...paid.signatures, [feePayer.address]: null } })
  expect(simulated.err).toBeNull()
  expect(simulated.unitsConsumed).toBeGreaterThan(0n)
  const signature = await send(paid, false)
  expect(signature).toBe(getSignatureFromTransaction(paid))
  expect(await statusOf(signature)).toMatchObject({ err: null, confirmationStatus: 'finalized' })
  expect(await chain.microUsdcOf(to.address)).toBe(20_005n)
  expect(await chain.transfersTo(to.address)).toEqual([
    { transaction: signature, from: from.address, microUsdc: 20_000n },
  ])

  // Safe: made by this test.
  const account = (await chain.usdcAccountOf(to.address)) as Address
  expect((await rpc.getTokenAccountBalance(account).send()).value).toMatchObject({
    amount: '20005',
    uiAmountString: '0.020005',
  })
  const found = await rpc.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send()
  expect(found?.meta).toMatchObject({ err: null, fee: 10_000n })
  expect(found?.transaction.signatures).toHaveLength(2)
  const listed = await rpc.getSignaturesForAddress(account, { limit: 10 }).send()
  expect(listed).toMatchObject([{ signature, err: null, memo: '[8] order 17' }])
})

test('@solana/web3.js 1.x pays too, with legacy transactions, and waits by polling', async () => {
  const connection = new Connection(chain.rpcUrl, 'confirmed')
  const from = await chain.wallet({ microUsdc: 1_000_000n, lamports: 10n ** 9n })
  const signer = Keypair.fromSecretKey(keyOf(from))
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: signer.publicKey, blockhash, lastValidBlockHeight }).add(
    SystemProgram.transfer({
      fromPubkey: signer.publicKey,
      toPubkey: new PublicKey(payee.address),
      lamports: 10_000_000,
    }),
    new TransactionInstruction({
      programId: new PublicKey(TOKEN_PROGRAM),
      keys: [
        { pubkey: new PublicKey(await chain.usdcAccountOf(from.address)), isSigner: false, isWritable: true },
        { pubkey: new PublicKey(SOLANA_USDC), isSigner: false, isWritable: false },
        { pubkey: new PublicKey(await chain.usdcAccountOf(payee.address)), isSigner: false, isWritable: true },
        { pubkey: signer.publicKey, isSigner: true, isWritable: false },
      ],
      data: transferData(7n),
    }),
  )
  transaction.sign(signer)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  const { value } = await connection.getSignatureStatuses([signature])
  expect(value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
  expect(await connection.getBalance(signer.publicKey)).toBe(10 ** 9 - 10_000_000 - 5_000)
  const { value: owned } = await connection.getParsedTokenAccountsByOwner(signer.publicKey, {
    mint: new PublicKey(SOLANA_USDC),
  })
  expect(owned[0]?.account.data.parsed.info.tokenAmount.amount).toBe('999993')
  expect(await connection.getGenesisHash()).toBe(chain.genesis)
  expect(await connection.isBlockhashValid(blockhash)).toMatchObject({ value: true })
  expect((await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.err).toBeNull()
  const airdrop = await connection.requestAirdrop(new PublicKey(payee.address), 5)
  expect((await connection.getSignatureStatus(airdrop)).value?.confirmationStatus).toBe('finalized')
})

test('what was processed once is never processed again, and a simulation says so', async () => {
  const from = await rich()
  const paid = await payment({ from })
  const signature = await send(paid)
  expect((await simulate(paid)).value.err).toBe('AlreadyProcessed')
  await expect(send(paid, false)).rejects.toThrow(/simulation failed/)
  expect(await send(paid)).toBe(signature)
  expect(await chain.microUsdcOf(from.address)).toBe(980_000n)
})

test('a blockhash that is too old keeps a transaction out', async () => {
  const from = await rich()
  const paid = await payment({ from })
  chain.expireBlockhashes()
  expect((await simulate(paid)).value.err).toBe('BlockhashNotFound')
  const signature = await send(paid)
  expect(await statusOf(signature, true)).toBeNull()
  expect(await chain.microUsdcOf(from.address)).toBe(1_000_000n)
  const { value } = await rpc
    .simulateTransaction(wireOf(paid), { encoding: 'base64', replaceRecentBlockhash: true } as never)
    .send()
  expect(value.err).toBeNull()
})

test('a wrong or missing signature is refused at the door', async () => {
  const from = await rich()
  const paid = await payment({ from, signs: [from] })
  await expect(send(paid)).rejects.toThrow(/signature verification/i)
  const forged = { ...paid, signatures: { ...paid.signatures, [feePayer.address]: new Uint8Array(64).fill(7) } }
  // Safe: 64 bytes, as a signature has.
  await expect(send(forged as Payment)).rejects.toThrow(/signature verification/i)
  expect((await simulate(paid)).value.err).toBeNull()
  expect((await simulate(paid, true)).value.err).toBe('SignatureFailure')
})

test('a payment that cannot be made fails in its block, and its fee is paid', async () => {
  const from = await chain.wallet({ microUsdc: 5n })
  const before = chain.lamportsOf(feePayer.address)
  const paid = await payment({ from })
  expect((await simulate(paid)).value.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
  const signature = await send(paid)
  expect((await statusOf(signature))?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
  expect(chain.lamportsOf(feePayer.address)).toBe(before - 10_000n)
  expect(await chain.transfersTo(payee.address)).not.toContainEqual(expect.objectContaining({ transaction: signature }))
})

test('a payee without a token account cannot be paid', async () => {
  const paid = await payment({ from: await rich(), to: chain.address() })
  expect((await simulate(paid)).value.err).toEqual({ InstructionError: [0n, 'InvalidAccountData'] })
})

test('a delayed transaction has no status at first, and then it has', async () => {
  const from = await rich()
  chain.delayConfirmations(50)
  const signature = await send(await payment({ from }))
  chain.delayConfirmations(0)
  expect(await statusOf(signature)).toBeNull()
  await vi.waitFor(async () => expect(await statusOf(signature)).toMatchObject({ err: null }))
})

test('while the chain stands still what is sent waits; what got lost never comes', async () => {
  const from = await rich()
  chain.stopMining()
  const waiting = await send(await payment({ from }))
  chain.dropNext()
  const lost = await send(await payment({ from, memo: 'lost' }))
  expect([await statusOf(waiting), await statusOf(lost)]).toEqual([null, null])
  chain.startMining()
  expect(await statusOf(waiting)).toMatchObject({ err: null })
  expect(await statusOf(lost, true)).toBeNull()
  expect(await chain.microUsdcOf(from.address)).toBe(980_000n)
})

test('statuses are forgotten after two minutes unless the history is asked for', async () => {
  const signature = await send(await payment({ from: await rich() }))
  for (let passed = 0; passed < 3; passed += 1) chain.expireBlockhashes()
  expect(await statusOf(signature)).toBeNull()
  expect(await statusOf(signature, true)).toMatchObject({ err: null })
})

test('a frozen RPC answers when it is thawed', async () => {
  chain.freeze()
  let isAnswered = false
  const asked = rpc
    .getSlot()
    .send()
    .then(() => (isAnswered = true))
  await new Promise((done) => setImmediate(done))
  expect(isAnswered).toBe(false)
  chain.thaw()
  await asked
})

describe('a chain that is kept', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'farebox-solana-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const path = () => join(folder, 'chain.jsonl')

  /** Runs something on a chain of its own as if it were the chain of this file. */
  async function on<T>(kept: TestSolana, run: () => Promise<T>): Promise<T> {
    const [others, otherRpc] = [chain, rpc]
    chain = kept
    rpc = createSolanaRpc(kept.rpcUrl)
    try {
      return await run()
    } finally {
      chain = others
      rpc = otherRpc
      await kept.stop()
    }
  }

  test('goes on where it was: money, genesis, history, and what was processed', async () => {
    const first = await startSolana({ journal: openJournal(path()) })
    const from = makeSolanaWallet()
    const { paid, signature, genesis } = await on(first, async () => {
      await first.fund(feePayer.address, { lamports: 10n ** 9n })
      await first.fund(from.address, { microUsdc: 1_000_000n })
      await first.fund(payee.address, { microUsdc: 0n })
      const one = await payment({ from })
      return { paid: one, signature: await send(one), genesis: first.genesis }
    })
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    // The last write of a process that was killed in the middle of it.
    appendFileSync(path(), '{"kind":"accounts","acc')
    for (let start = 0; start < 2; start += 1) {
      const next = await startSolana({ journal: openJournal(path()) })
      await on(next, async () => {
        expect(next.genesis).toBe(genesis)
        expect(await next.microUsdcOf(from.address)).toBe(980_000n)
        expect(next.lamportsOf(feePayer.address)).toBe(10n ** 9n - 10_000n)
        expect(await next.transfersTo(payee.address)).toMatchObject([{ transaction: signature, microUsdc: 20_000n }])
        expect(await statusOf(signature)).toMatchObject({ err: null })
        expect(await send(paid)).toBe(signature)
        expect(await next.microUsdcOf(from.address)).toBe(980_000n)
        expect((await simulate(await payment({ from, memo: 'again' }))).value.err).toBeNull()
      })
    }
  })

  test('a journal that is broken in the middle is refused rather than half read', async () => {
    openJournal(path()).append({ kind: 'chain', genesis: 'x', startedAtMs: 1 })
    appendFileSync(path(), 'nonsense\n{"kind":"accounts","accounts":[]}\n')
    expect(() => openJournal(path())).toThrow(/is corrupt in line 2/)
  })
})

describe('whatever is asked', () => {
  const ask = async (body: unknown): Promise<unknown> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return (await fetch(chain.rpcUrl, { method: 'POST', body: text })).json()
  }
  const Answer = z.object({ result: z.unknown().optional(), error: z.object({ code: z.int() }).optional() })
  const call = async (method: string, params: unknown[]) =>
    Answer.parse(await ask({ jsonrpc: '2.0', id: 1, method, params }))

  test('it is answered or refused in the terms of JSON-RPC', async () => {
    expect(await ask('{')).toMatchObject({ id: null, error: { code: -32_700 } })
    expect(await ask('[]')).toMatchObject({ error: { code: -32_600 } })
    expect(await ask({ jsonrpc: '1.0', id: 1, method: 'getSlot' })).toMatchObject({ error: { code: -32_600 } })
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'toString' })).toMatchObject({ id: 1, error: { code: -32_601 } })
    expect(await ask({ jsonrpc: '2.0', id: 'a', method: 'getHealth' })).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: 'ok',
    })
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'getSlot' }))
    expect(await ask(batch)).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  test('no parameters are a fault of the chain', async () => {
    const methods = ['getAccountInfo', 'getBalance', 'sendTransaction', 'simulateTransaction', 'getSignatureStatuses']
    const more = ['getTransaction', 'getSignaturesForAddress', 'getTokenAccountsByOwner', 'getTokenAccountBalance']
    const others = ['isBlockhashValid', 'getMultipleAccounts', 'requestAirdrop', 'getMinimumBalanceForRentExemption']
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(payee.address, SOLANA_USDC, '1'.repeat(32), '1'.repeat(44), 'z'.repeat(44), '1'.repeat(88)),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.record({ encoding: fc.constantFrom('base64', 'base58', 'jsonParsed', 7), mint: fc.string() }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods, ...more, ...others),
        fc.array(value, { maxLength: 3 }),
        async (method, params) => {
          const { result, error } = await call(method, params)
          expect(result !== undefined || (error !== undefined && error.code !== -32_603)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a wire transaction that was changed anywhere is refused or harmless', async () => {
    const from = await rich()
    const bytes = Buffer.from(wireOf(await payment({ from })), 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        const params = [changed.toString('base64'), { encoding: 'base64', skipPreflight: true }]
        const { error } = await call('sendTransaction', params)
        expect(error?.code).toBeOneOf([-32_602, -32_003])
        expect(await chain.microUsdcOf(from.address)).toBe(1_000_000n)
      }),
      { numRuns: 200 },
    )
  })
})
