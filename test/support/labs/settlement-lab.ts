import { randomBytes } from 'node:crypto'

import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromBytes,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { type Hex, type PrivateKeyAccount, toHex } from 'viem'

import { BASE, BASE_CHAIN_ID, BASE_USDC, BASE_USDC_DOMAIN, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { parseConfig } from '#shared/config.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { freePort } from '#shared/playground/free-port.ts'
import type { Patience } from '#workers/settlement/open-chains.ts'
import { startSettlement } from '#workers/settlement/start-settlement.ts'

import { startBase, startSolana, type TestBase, type TestSolana } from '../fakes/chains.ts'
import { cloneDatabase } from '../world/database.ts'
import { testEnv } from '../world/world.ts'

/** Nobody waits long in a test, and what is left is looked at as soon as it is asked for. */
const QUICK: Patience = {
  confirmMs: 5_000,
  pollMs: 10,
  askMs: 1_000,
  watch: { idleMs: 0, replaceMs: 60_000, lostMs: 0, finalMs: 0 },
}

export type Requirements = ReturnType<typeof baseRequirements>

/** What a facilitator answers, its fields as tests ask for them. */
export type LabAnswer = {
  isValid?: boolean
  invalidReason?: string
  payer?: string
  success?: boolean
  extra?: { balance?: string; logIndex?: number }
  errorReason?: string
  transaction?: string
  network?: string
  state?: string
  reason?: string
  code?: string
}

/** One way to the settlement process of some settings: each a process of its own as far as anybody can see. */
export type LabProcess = {
  ask: (path: string, body?: unknown) => Promise<{ status: number; body: LabAnswer }>
  watch: () => Promise<void>
  /** One round of looking for payments of sales. */
  watchSales: () => Promise<void>
  /** One round of looking at the tokens of wrapped licences. */
  watchWraps: () => Promise<void>
  /** One round of what the card processor said and is asked for, and the events that did not arrive. */
  watchCards: () => Promise<void>
  fetchMissedCards: () => Promise<void>
  /** One round of the treasury. */
  payOut: () => Promise<void>
  db: Db
  close: () => Promise<void>
}

/** A database, the chains a test wants, keys with gas, and settlement processes as many as it starts. */
export async function openSettlementLab(wanted: { base?: boolean; solana?: boolean }) {
  const database = await cloneDatabase()
  const base = wanted.base === true ? await startBase() : null
  const solana = wanted.solana === true ? await startSolana() : null
  const chains: Record<string, string> = {
    ...(base === null ? {} : await baseSettings(base)),
    ...(solana === null ? {} : await solanaSettings(solana)),
  }
  const running: LabProcess[] = []
  const db = openDb(database.url, 4)
  const env = (more: Record<string, string> = {}) => ({ ...testEnv(database.url, undefined), ...chains, ...more })

  return {
    base: base as TestBase,
    solana: solana as TestSolana,
    databaseUrl: database.url,
    /** Every setting a settlement process needs, but its port. */
    env,
    sql: async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
      (await db.pg.query<Row>(text, values)).rows,
    async start(more: Record<string, string> = {}, patience: Partial<Patience> = {}): Promise<LabProcess> {
      const port = String(await freePort())
      const settings = env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}`, ...more })
      const config = parseConfig(settings)
      const own = openDb(database.url, 10)
      const log = createLog(config.LOG_LEVEL)
      const server = await startSettlement({ config, log, db: own, patience: { ...QUICK, ...patience } })
      const client = settlementClient(config)
      if (server === null || client === null) throw new Error('the settlement process did not start')
      const close = async () => {
        await server.close()
        await own.close()
      }
      const ask: LabProcess['ask'] = async (path, body) => {
        const answer = await client(path, { timeoutMs: 30_000, ...(body === undefined ? {} : { body }) })
        // Safe: tests say what they expect in it.
        return answer as { status: number; body: LabAnswer }
      }
      const payOut = async () => server.payOut?.()
      const watchSales = async () => server.watchSales?.()
      const watchWraps = async () => server.watchWraps?.()
      const watchCards = async () => server.cards?.watch()
      const fetchMissedCards = async () => server.cards?.fetchMissed()
      const opened = {
        ask,
        watch: server.watch,
        watchSales,
        watchWraps,
        watchCards,
        fetchMissedCards,
        payOut,
        db: own,
        close,
      }
      running.push(opened)
      return opened
    },
    close: async () => {
      await Promise.all(running.map((one) => one.close()))
      await db.close()
      await Promise.all([base?.stop(), solana?.stop(), database.drop()])
    },
  }
}

export type SettlementLab = Awaited<ReturnType<typeof openSettlementLab>>

const GAS_WEI = 10n ** 18n
const FEE_LAMPORTS = 10n ** 9n

async function baseSettings(base: TestBase): Promise<Record<string, string>> {
  const senders = await Promise.all([base.wallet({ wei: GAS_WEI }), base.wallet({ wei: GAS_WEI })])
  return {
    BASE_RPC_URL: base.rpcUrl,
    BASE_PAY_TO: base.address(),
    BASE_SETTLEMENT_KEYS: senders.map(({ privateKey }) => privateKey).join(', '),
  }
}

async function solanaSettings(solana: TestSolana): Promise<Record<string, string>> {
  const feePayers = await Promise.all([
    solana.wallet({ lamports: FEE_LAMPORTS }),
    solana.wallet({ lamports: FEE_LAMPORTS }),
  ])
  const payTo = await solana.wallet({ microUsdc: 0n })
  const treasury = await solana.wallet({ lamports: 10n ** 10n, microUsdc: 10n ** 10n })
  return {
    SOLANA_RPC_URL: solana.rpcUrl,
    SOLANA_PAY_TO: payTo.address,
    SOLANA_FEE_PAYER: feePayers[0]?.address ?? '',
    SOLANA_FEE_PAYER_KEYS: feePayers.map(({ secret_key: key }) => key).join(','),
    SOLANA_TREASURY_KEY: treasury.secret_key,
    SOLANA_MINT_KEY: (await solana.wallet()).secret_key,
  }
}

export const baseRequirements = (
  payTo: string,
  microUsdc: bigint,
  extra: Record<string, unknown> = BASE_USDC_DOMAIN,
) => ({
  scheme: 'exact',
  network: BASE as string,
  amount: microUsdc.toString(),
  asset: BASE_USDC as string,
  payTo,
  maxTimeoutSeconds: 120,
  extra,
})

export const solanaRequirements = (payTo: string, microUsdc: bigint, feePayer: string): Requirements => ({
  ...baseRequirements(payTo, microUsdc, { feePayer }),
  network: SOLANA,
  asset: SOLANA_USDC,
})

const TRANSFER_TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

type Authorized = { validAfter?: number; validBefore?: number; value?: bigint; to?: string; nonce?: Hex }

/** The body of /verify, /settle and /lookup for an authorization `payer` signs; all but what is given fits. */
export async function basePayment(payer: PrivateKeyAccount, accepted: Requirements, given: Authorized = {}) {
  const nowS = Math.floor(Date.now() / 1_000)
  const message = {
    from: payer.address,
    // Safe: tests pay to addresses.
    to: (given.to ?? accepted.payTo) as Hex,
    value: given.value ?? BigInt(accepted.amount),
    validAfter: BigInt(given.validAfter ?? 0),
    validBefore: BigInt(given.validBefore ?? nowS + 600),
    nonce: given.nonce ?? toHex(randomBytes(32)),
  }
  const { name, version } = accepted.extra as { name: string; version: string }
  const signature = await payer.signTypedData({
    domain: { name, version, chainId: BASE_CHAIN_ID, verifyingContract: BASE_USDC },
    types: TRANSFER_TYPES,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { value, validAfter, validBefore, ...rest } = message
  const authorization = {
    ...rest,
    value: value.toString(),
    validAfter: validAfter.toString(),
    validBefore: validBefore.toString(),
  }
  return { x402Version: 2, ...wrapped(accepted, { authorization, signature }) }
}

const wrapped = <Payload>(accepted: Requirements, payload: Payload) => ({
  paymentPayload: { x402Version: 2, accepted, payload },
  paymentRequirements: accepted,
})

/** The same body as x402 v1 writes it. */
export function asV1({
  paymentPayload: { accepted, payload },
}: {
  paymentPayload: { accepted: Requirements; payload: unknown }
}) {
  const { amount, network, ...rest } = accepted
  const name = network === BASE ? 'base' : 'solana'
  return {
    x402Version: 1,
    paymentPayload: { x402Version: 1, scheme: 'exact', network: name, payload },
    paymentRequirements: { ...rest, network: name, maxAmountRequired: amount },
  }
}

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111')
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** The lines of a transfer as the official client writes them; tests change one. */
export type Draft = {
  units: number
  microLamportsPerUnit: bigint
  program: string
  source: string
  mint: string
  destination: string
  authority: string
  microUsdc: bigint
  decimals: number
  memo: string
  feePayer: string
  blockhash: string
  more: Instruction[]
}

type SolanaPaid = { payer: { address: string; secret_key: string }; accepted: Requirements; change?: Partial<Draft> }

/** The body of /verify, /settle and /lookup for a transfer `payer` signs; all but `change` fits. */
export async function solanaPayment(solana: TestSolana, { payer, accepted, change = {} }: SolanaPaid) {
  const draft: Draft = {
    units: 20_000,
    microLamportsPerUnit: 1n,
    program: TOKEN,
    source: await solana.usdcAccountOf(payer.address),
    mint: SOLANA_USDC,
    destination: await solana.usdcAccountOf(accepted.payTo),
    authority: payer.address,
    microUsdc: BigInt(accepted.amount),
    decimals: 6,
    memo: randomBytes(16).toString('hex'),
    feePayer: String(accepted.extra['feePayer']),
    blockhash: await latestBlockhash(solana.rpcUrl),
    more: [],
    ...change,
  }
  return { x402Version: 2, ...wrapped(accepted, { transaction: await solanaWire(draft, payer.secret_key) }) }
}

export async function latestBlockhash(rpcUrl: string): Promise<string> {
  // Safe: the answer of our own chain.
  const { value } = (await askRpc(rpcUrl, 'getLatestBlockhash')) as { value: { blockhash: string } }
  return value.blockhash
}

async function solanaWire(draft: Draft, secretKey: string): Promise<string> {
  const signer = await createKeyPairSignerFromBytes(fromBase58(secretKey) ?? new Uint8Array())
  const units = Buffer.from([2, 0, 0, 0, 0])
  units.writeUInt32LE(draft.units, 1)
  const price = Buffer.alloc(9, 3)
  price.writeBigUInt64LE(draft.microLamportsPerUnit, 1)
  const transfer = Buffer.alloc(10, 12)
  transfer.writeBigUInt64LE(draft.microUsdc, 1)
  transfer.writeUInt8(draft.decimals, 9)
  const instructions: Instruction[] = [
    { programAddress: COMPUTE_BUDGET, data: units },
    { programAddress: COMPUTE_BUDGET, data: price },
    {
      programAddress: address(draft.program),
      data: transfer,
      accounts: [
        { address: address(draft.source), role: AccountRole.WRITABLE },
        { address: address(draft.mint), role: AccountRole.READONLY },
        { address: address(draft.destination), role: AccountRole.WRITABLE },
        {
          address: address(draft.authority),
          role: AccountRole.READONLY_SIGNER,
          ...(draft.authority === signer.address ? { signer } : {}),
        },
      ],
    },
    { programAddress: MEMO, data: Buffer.from(draft.memo) },
    ...draft.more,
  ]
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(createNoopSigner(address(draft.feePayer)), empty),
    // Safe: it is one of the chain's own.
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: draft.blockhash as Blockhash, lastValidBlockHeight: 0n },
        paid,
      ),
    (alive) => appendTransactionMessageInstructions(instructions, alive),
  )
  return getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message))
}
