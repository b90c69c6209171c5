import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { createNonceManager, createWalletClient, http, type PrivateKeyAccount, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base as baseChain } from 'viem/chains'
import { jsonRpc } from 'viem/nonce'

import { parseConfig } from '#shared/config.ts'
import { openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { PATIENCE } from '#workers/settlement/open-chains.ts'
import { startSettlement } from '#workers/settlement/start-settlement.ts'

import { startBase } from '../support/fakes/chains.ts'
import { basePayment, baseRequirements } from '../support/labs/settlement-lab.ts'
import { testEnv } from '../support/world/world.ts'
import { startMachine } from './machine.ts'

/**
 * Verify and settle of the settlement process (over HTTP, its transaction stored with fsync before it is sent) against a
 * bare facilitator of @x402/evm (over HTTP as well, in memory), on one anvil that mines at once; rounds taken in turn.
 * Prints p50 and p95 in milliseconds, settlements a second with sixteen at once, and one JSON line.
 */
const ROUNDS = 5
const PER_ROUND = 20
const AT_ONCE = 16
const PRICE = 20_000n

type Way = { verify: (body: unknown) => Promise<unknown>; settle: (body: unknown) => Promise<unknown> }

const machine = await startMachine()
const chain = await startBase()
const closing: (() => Promise<unknown>)[] = [() => chain.stop(), () => machine.stop()]
try {
  const ways = { bare: await bare(), ours: await ours() }
  const times: Record<string, number[]> = {}
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      for (const body of await payments(PER_ROUND)) {
        const verifyMs = await timed(() => way.verify(body))
        const settleMs = await timed(() => way.settle(body))
        // The first round warms both up.
        if (round === 0) continue
        ;(times[`${name} verify`] ??= []).push(verifyMs)
        ;(times[`${name} settle`] ??= []).push(settleMs)
      }
    }
  }
  const result: Record<string, number> = {}
  for (const [name, all] of Object.entries(times)) {
    result[`${name} p50 ms`] = quantile(all, 0.5)
    result[`${name} p95 ms`] = quantile(all, 0.95)
  }
  for (const [name, way] of Object.entries(ways)) {
    const bodies = await payments(AT_ONCE * 12)
    const ms = await timed(() => many(bodies, way))
    result[`${name} settled/s`] = Math.round((bodies.length / ms) * 1_000)
  }
  for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(22)} ${value}\n`)
  process.stdout.write(`${JSON.stringify({ settlement: result })}\n`)
} finally {
  for (const close of closing.toReversed()) await close()
}

async function payments(count: number): Promise<unknown[]> {
  const accepted = baseRequirements(chain.address(), PRICE)
  const payers = await Promise.all(Array.from({ length: count }, () => chain.wallet({ microUsdc: PRICE })))
  return Promise.all(payers.map((payer: PrivateKeyAccount) => basePayment(payer, accepted)))
}

async function ours(): Promise<Way> {
  const { privateKey } = await chain.wallet({ wei: 10n ** 20n })
  const port = String(await freePort())
  const config = parseConfig(
    testEnv(await machine.database('bench_settlement'), undefined, {
      SETTLEMENT_PORT: port,
      SETTLEMENT_URL: `http://127.0.0.1:${port}`,
      BASE_RPC_URL: chain.rpcUrl,
      BASE_SETTLEMENT_KEYS: privateKey,
    }),
  )
  const db = openDb(config.DATABASE_URL, 10)
  const log = createLog('warn')
  const server = await startSettlement({ config, log, db, patience: { ...PATIENCE, pollMs: 5 } })
  closing.push(async () => {
    await server?.close()
    await db.close()
  })
  const ask = settlementClient(config)
  const post = (path: string) => async (body: unknown) => (await ask?.(path, { timeoutMs: 30_000, body }))?.body
  return { verify: post('/verify'), settle: post('/settle') }
}

async function bare(): Promise<Way> {
  const { privateKey } = await chain.wallet({ wei: 10n ** 20n })
  const account = privateKeyToAccount(privateKey, { nonceManager: createNonceManager({ source: jsonRpc() }) })
  const client = createWalletClient({
    account,
    chain: baseChain,
    transport: http(chain.rpcUrl),
    pollingInterval: 5,
  }).extend(publicActions)
  // Safe: as the package's own documents build it; viem's types are narrower than its signer's.
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as unknown as Parameters<
    typeof toFacilitatorEvmSigner
  >[0])
  const scheme = new ExactEvmScheme(signer)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // Safe: our own body.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, never>
      const run = request.url === '/verify' ? scheme.verify.bind(scheme) : scheme.settle.bind(scheme)
      void run(body['paymentPayload'] ?? ({} as never), body['paymentRequirements'] ?? ({} as never)).then((answer) =>
        response.end(JSON.stringify(answer)),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => new Promise((done) => server.close(done).closeAllConnections()))
  // Safe: a server that listens on a host and port has an address of this kind.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post =
    (path: string) =>
    async (body: unknown): Promise<unknown> =>
      (await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })).json()
  return { verify: post('/verify'), settle: post('/settle') }
}

async function many(bodies: unknown[], way: Way): Promise<void> {
  const waiting = [...bodies]
  const one = async () => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) check(await way.settle(body))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  check(await run())
  return Math.round((performance.now() - begun) * 100) / 100
}

function check(answer: unknown): void {
  if (answer === undefined) return
  // Safe: an answer of a facilitator.
  const { isValid, success } = answer as { isValid?: boolean; success?: boolean }
  if (isValid !== true && success !== true) throw new Error(`it failed: ${JSON.stringify(answer)}`)
}

function quantile(all: number[], part: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * part)] ?? 0
}
