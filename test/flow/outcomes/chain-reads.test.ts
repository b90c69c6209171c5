import { ComputeBudgetProgram, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE, BASE_USDC, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { parseConfig } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { createLog } from '#shared/log.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { closedStore } from '#shared/doors/store.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { silentChainMeter } from '#workers/chains/chain-meter.ts'
import { chainUrls } from '#workers/chains/chain-urls.ts'
import { openChainReads } from '#workers/chains/open-chain-reads.ts'

import { startBase, startSolana, type TestBase, type TestSolana, USDC_ABI } from '#test/support/fakes/chains.ts'
import { rpcServer } from '#test/support/fakes/rpc-server.ts'
import { latestBlockhash } from '#test/support/labs/settlement-lab.ts'
import { testEnv } from '#test/support/world/world.ts'

let base: TestBase
let solana: TestSolana
let liar: Awaited<ReturnType<typeof rpcServer>>
let chains: ReturnType<typeof openChainReads>
beforeAll(async () => {
  ;[base, solana, liar] = await Promise.all([
    startBase(),
    startSolana(),
    rpcServer(() => '<!doctype html><title>Just a moment...</title>'),
  ])
  // One node that is dead, one that lies, and the real one, of each chain.
  const listOf = (url: string) => `http://127.0.0.1:1,${liar.url},${url}`
  const config = parseConfig(
    testEnv('postgres://nobody@127.0.0.1:1/none', undefined, {
      BASE_READ_RPC_URL: listOf(base.rpcUrl),
      SOLANA_READ_RPC_URL: listOf(solana.rpcUrl),
    }),
  )
  chains = openChainReads({ urls: chainUrls(config), money: 'play', log: createLog('silent'), meter: silentChainMeter })
})
afterAll(() => Promise.all([base.stop(), solana.stop(), liar.close()]))

type Answer = Record<string, unknown>
async function read(slug: string, input: Record<string, unknown>): Promise<Answer> {
  const store = {
    ...closedStore('closed'),
    attestations: {
      ...closedStore('closed').attestations,
      issuer: async () => ({ credential: 'key', owner_tag: 'a1' }),
    },
  }
  const outcome = catalog.get(slug)?.outcome
  outcome?.check?.(outcome.input.parse(input))
  // Safe: outcomes answer objects.
  return (await outcome?.run(input, fakeContext({ chains, store, now: () => new Date() }))) as Answer
}

const FAILED_OVER = [
  { source: '127.0.0.1:1', problem: 'unreachable' },
  { source: expect.any(String), problem: 'bad_response' },
]

describe('Base', () => {
  test('balances of every kind, past a dead node and a lying one', async () => {
    const wallet = await base.wallet({ wei: 10n ** 18n + 1n, microUsdc: 1_234_567n })
    expect(await read('base-eth-balance', { address: wallet.address })).toMatchObject({
      network: BASE,
      wei: '1000000000000000001',
      eth: '1.000000000000000001',
      is_contract: false,
      rpc: { provider: new URL(base.rpcUrl).host },
      source: { tried: FAILED_OVER },
    })
    expect(await read('base-erc20-balance', { address: wallet.address })).toMatchObject({
      amount: '1.234567',
      token: { symbol: 'USDC', decimals: 6, verified: true },
    })
    expect(await read('base-balances-batch', { addresses: [wallet.address, base.address()] })).toMatchObject({
      balances: [{ eth: { wei: '1000000000000000001' }, tokens: [{ raw: '1234567' }] }, { eth: { wei: '0' } }],
      totals: { tokens: { USDC: '1.234567' } },
    })
  })

  test('transfers, an allowance, receipts, and a payment that is watched', async () => {
    const wallet = await base.wallet({ wei: 10n ** 18n, microUsdc: 5_000_000n })
    const payee = base.address()
    const send = (data: `0x${string}`, more = {}) =>
      base.client.sendTransaction({ account: wallet, to: BASE_USDC, data, chain: null, ...more })
    const transfer = (raw: bigint) =>
      encodeFunctionData({ abi: USDC_ABI, functionName: 'transfer', args: [payee, raw] })

    const { watch_id: id, ...pending } = await read('payment-watch', { pay_to: payee, amount_usdc: '1' })
    expect(pending).toMatchObject({ status: 'pending', remaining: { amount: '1' } })
    const first = await send(transfer(600_000n))
    expect(await read('payment-watch', { watch_id: id })).toMatchObject({
      status: 'partial',
      remaining: { amount: '0.4' },
    })
    await send(transfer(400_000n))
    expect(await read('payment-watch', { watch_id: id, wait_s: 5 })).toMatchObject({
      status: 'paid',
      payments: [{ tx: first, amount: '0.6' }, { amount: '0.4' }],
    })

    const page = await read('base-erc20-logs', { to: payee, limit: 1 })
    expect(page).toMatchObject({
      count: 1,
      transfers: [{ raw: '400000', amount: '0.4', symbol: 'USDC' }],
      complete: false,
    })
    expect(await read('base-erc20-logs', { to: payee, cursor: page['next_cursor'] })).toMatchObject({
      transfers: [{ tx_hash: first, raw: '600000', block_time: expect.any(String) }],
      totals: [{ in_raw: '600000' }],
      complete: true,
    })

    expect(
      await read('base-tx-receipt', {
        tx_hash: first,
        expect: { to_address: payee, token: 'USDC', min_amount: '600000' },
      }),
    ).toMatchObject({
      status: 'success',
      confirmations: 2,
      from: wallet.address,
      method: { name: 'transfer' },
      transfers: [{ from: wallet.address, to: payee, amount: '0.6' }],
      expectation: { met: true },
      mined_at: expect.any(String),
    })
    const failed = await send(transfer(10n ** 15n), { gas: 100_000n })
    const { revert_reason: reason, ...receipt } = await read('base-tx-receipt', { tx_hash: failed })
    expect(receipt).toMatchObject({ status: 'reverted', transfers: [] })
    expect(reason).toMatch(/exceeds balance/i)
    expect(await read('base-tx-receipt', { tx_hash: `0x${'ab'.repeat(32)}` })).toMatchObject({ status: 'not_found' })

    const approve = parseAbi(['function approve(address, uint256) returns (bool)'])
    await send(encodeFunctionData({ abi: approve, functionName: 'approve', args: [payee, 100n] }))
    expect(await read('base-erc20-allowance', { owner: wallet.address, spender: payee })).toMatchObject({
      raw: '100',
      flags: ['eoa_spender'],
      permit2: null,
      at_risk: { raw: '100' },
    })
  })

  test('the token that is paid with is ready for x402', async () => {
    expect(await read('base-token-info', { token: 'USDC' })).toMatchObject({
      decimals: 6,
      standard: expect.arrayContaining(['erc20', 'eip3009']),
      eip712_domain: { name: 'USD Coin', version: '2', chain_id: 8453 },
      x402_ready: true,
      verified: true,
      proxy: null,
      capabilities: expect.arrayContaining(['mint', 'blacklist']),
    })
  })
})

describe('Solana', () => {
  test('balances, a token, a transaction and a payment that is watched', async () => {
    const payer = await solana.wallet({ lamports: 1_500_000_000n, microUsdc: 5_000n })
    const payee = await solana.wallet({ microUsdc: 0n })
    expect(await read('solana-balances', { address: payer.address })).toMatchObject({
      network: SOLANA,
      sol: '1.5',
      tokens: [{ mint: SOLANA_USDC, symbol: 'USDC', amount: '0.005', is_ata: true, frozen: false }],
      source: { tried: FAILED_OVER },
    })
    expect(await read('token-metadata-lite', { mint: SOLANA_USDC })).toMatchObject({
      decimals: 6,
      symbol: 'USDC',
      verified: true,
      program: 'spl-token',
      metadata_source: 'none',
    })
    await expect(read('token-metadata-lite', { mint: payer.address })).rejects.toMatchObject({
      code: 'validation_error',
    })

    const watched = { pay_to: payee.address, network: 'solana', amount_usdc: '0.001' }
    const { watch_id: id } = await read('payment-watch', watched)
    const signature = await pay(payer.secret_key, payee.address, 1_000n)
    expect(await read('payment-watch', { watch_id: id })).toMatchObject({
      status: 'paid',
      payments: [{ tx: signature, from: payer.address, amount: '0.001' }],
    })
    expect(await read('tx-summary-lite', { signature })).toMatchObject({
      status: 'success',
      confirmation: 'finalized',
      fee_payer: payer.address,
      transfers: [{ from_owner: payer.address, to_owner: payee.address, amount: '0.001', symbol: 'USDC' }],
      x402: { looks_like_exact_payment: true, pay_to_owner: payee.address, amount: '0.001' },
    })
    const failed = await pay(payer.secret_key, payee.address, 999_999n, { skipPreflight: true })
    expect(await read('tx-summary-lite', { signature: failed })).toMatchObject({
      status: 'failed',
      transfers: [],
      error: { instruction_index: 2, code: 1, name: 'InsufficientFunds' },
    })
    expect(await read('tx-summary-lite', { signature: '5'.repeat(88) })).toMatchObject({ found: false })
  })

  /** An x402 payment in its layout, with the payer as its own fee payer. */
  async function pay(
    secretKey: string,
    to: string,
    microUsdc: bigint,
    { skipPreflight = false } = {},
  ): Promise<string> {
    const payer = Keypair.fromSecretKey(fromBase58(secretKey) ?? Buffer.alloc(0))
    const owner = payer.publicKey.toBase58()
    const data = Buffer.alloc(10, 12)
    data.writeBigUInt64LE(microUsdc, 1)
    data.writeUInt8(6, 9)
    const key = (address: string, isWritable: boolean, isSigner = false) => ({
      pubkey: new PublicKey(address),
      isWritable,
      isSigner,
    })
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      recentBlockhash: await latestBlockhash(solana.rpcUrl),
    })
    transaction.add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 30_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
      new TransactionInstruction({
        programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
        data,
        keys: [
          key(await solana.usdcAccountOf(owner), true),
          key(SOLANA_USDC, false),
          key(await solana.usdcAccountOf(to), true),
          key(owner, false, true),
        ],
      }),
    )
    transaction.sign(payer)
    const wire = transaction.serialize().toString('base64')
    return String(await askRpc(solana.rpcUrl, 'sendTransaction', [wire, { encoding: 'base64', skipPreflight }]))
  }
})

test('a chain nobody serves here says so, and costs nothing', async () => {
  await expect(read('base-eth-balance', { address: base.address(), network: 'base-sepolia' })).rejects.toMatchObject({
    code: 'upstream_unavailable',
    detail: { extra: { tried: [{ source: 'base-sepolia', problem: 'not_configured' }] } },
  })
})
