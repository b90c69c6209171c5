import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { encodeFunctionData } from 'viem'

import { BASE_USDC } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'

import { startBase, startSolana, USDC_ABI } from '#test/support/fakes/chains.ts'
import { latestBlockhash } from '#test/support/labs/settlement-lab.ts'
import type { SourceWaits } from './source-waits.ts'

/** Local chains behind the fixed delay, with wallets and a transaction on each: `words` are theirs in the rows' inputs. */
export async function startChainSources(waits: SourceWaits) {
  const [base, solana] = await Promise.all([startBase(), startSolana()])
  const wallet = await base.wallet({ wei: 10n ** 18n, microUsdc: 5_000_000n })
  const payee = base.address()
  const data = encodeFunctionData({ abi: USDC_ABI, functionName: 'transfer', args: [payee, 1_000_000n] })
  const baseTx = await base.client.sendTransaction({ account: wallet, to: BASE_USDC, data, chain: null })
  const payer = await solana.wallet({ lamports: 2n * 10n ** 9n, microUsdc: 5_000n })
  const solanaTx = await sendSol(solana.rpcUrl, payer.secret_key, payer.address)
  const keys = await Promise.all([base.wallet({ wei: 10n ** 18n }), base.wallet({ wei: 10n ** 18n })])
  const [slowBase, slowSolana] = await Promise.all([behind(base.rpcUrl, waits), behind(solana.rpcUrl, waits)])
  return {
    env: {
      BASE_READ_RPC_URL: slowBase.url,
      SOLANA_READ_RPC_URL: slowSolana.url,
      BASE_RPC_URL: slowBase.url,
      BASE_PAY_TO: payee,
      BASE_SETTLEMENT_KEYS: keys.map(({ privateKey }) => privateKey).join(','),
    },
    words: {
      base_wallet: wallet.address,
      base_payee: payee,
      base_tx: baseTx,
      solana_wallet: payer.address,
      solana_tx: solanaTx,
    },
    async close() {
      slowBase.close()
      slowSolana.close()
      await Promise.all([base.stop(), solana.stop()])
    },
  }
}

/** A server that passes JSON-RPC on, each answer after the fixed delay. */
async function behind(rpcUrl: string, waits: SourceWaits) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void waits.hold(async () => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(rpcUrl, { method: 'POST', headers, body: Buffer.concat(chunks) })
        response.writeHead(answer.status, headers).end(await answer.text())
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}

async function sendSol(rpcUrl: string, secretKey: string, to: string): Promise<string> {
  const payer = Keypair.fromSecretKey(fromBase58(secretKey) ?? Buffer.alloc(0))
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: await latestBlockhash(rpcUrl) })
  transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(to), lamports: 1_000 }))
  transaction.sign(payer)
  return String(
    await askRpc(rpcUrl, 'sendTransaction', [transaction.serialize().toString('base64'), { encoding: 'base64' }]),
  )
}
