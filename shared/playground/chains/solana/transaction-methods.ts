import { z } from 'zod'

import {
  decodeSolanaTransaction,
  type SolanaTransaction,
  UnreadableTransaction,
} from '#shared/chains/solana-transaction.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

import { AccountConfig, viewAccount } from './account-view.ts'
import type { PlaySolana } from './play-solana.ts'
import { RpcError, type RpcMethods } from './serve-json-rpc.ts'
import { SolanaAddress } from './solana-address.ts'
import { statusOf } from './transaction-meta.ts'
import { viewSignature, viewTransaction } from './transaction-view.ts'
import type { Ran } from './virtual-machine.ts'
import { signatureOf } from './wire-transaction.ts'

const Signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'not a signature')
const Encoding = z.enum(['base58', 'base64']).default('base58')
const SendConfig = z.object({ encoding: Encoding, skipPreflight: z.boolean().default(false) }).nullish()
const SimulateConfig = z
  .object({
    encoding: Encoding,
    sigVerify: z.boolean().default(false),
    replaceRecentBlockhash: z.boolean().default(false),
    innerInstructions: z.boolean().default(false),
    accounts: z.looseObject({ addresses: z.array(SolanaAddress).max(64) }).nullish(),
  })
  .nullish()
const GetConfig = z
  .union([z.string().transform((encoding) => ({ encoding })), z.looseObject({ encoding: z.string().default('json') })])
  .nullish()
const StatusConfig = z.object({ searchTransactionHistory: z.boolean().default(false) }).nullish()
const ListConfig = z
  .object({
    limit: z.int().min(1).max(1_000).default(1_000),
    before: Signature.nullish(),
    until: Signature.nullish(),
  })
  .nullish()

/** Slots for which a node remembers statuses without a history search: about two minutes. */
const STATUS_SLOTS = 300
const MAX_STATUSES = 256

/** The methods that accept transactions and return information about them. */
export function transactionMethods(chain: PlaySolana, withContext: (value: unknown) => unknown): RpcMethods {
  const statusFor = (signature: string, isDeep: boolean) => {
    const found = chain.status(signature)
    if (found === undefined || (!isDeep && found.slot + STATUS_SLOTS < chain.clock.slot())) return null
    const { slot, err } = found
    const isFinal = chain.isFinal(slot)
    const confirmed = { confirmations: 1, confirmationStatus: 'confirmed' }
    return {
      slot,
      err,
      status: statusOf(err),
      ...(isFinal ? { confirmations: null, confirmationStatus: 'finalized' } : confirmed),
    }
  }
  return {
    sendTransaction: ([wire, config]) => {
      const { encoding = 'base58', skipPreflight = false } = SendConfig.parse(config) ?? {}
      const transaction = readWire(wire, encoding)
      const ran = chain.simulate(transaction, { signatures: true, blockhash: true })
      // A node verifies the signatures even without preflight.
      if (ran.err === 'SignatureFailure') throw new RpcError(-32_003, 'Transaction signature verification failure')
      if (!skipPreflight && ran.err !== null) throw preflightFailure(ran)
      chain.take(transaction)
      return signatureOf(transaction)
    },
    simulateTransaction: ([wire, config]) => {
      const how = SimulateConfig.parse(config) ?? undefined
      if (how?.sigVerify === true && how.replaceRecentBlockhash) {
        throw new RpcError(-32_602, 'sigVerify may not be used with replaceRecentBlockhash')
      }
      const transaction = readWire(wire, how?.encoding ?? 'base58')
      const blockhash = how?.replaceRecentBlockhash !== true
      const ran = chain.simulate(transaction, { signatures: how?.sigVerify ?? false, blockhash })
      const accounts = how?.accounts
      return withContext({
        ...showRan(ran),
        accounts: accounts
          ? accounts.addresses.map((address) =>
              viewAccount(ran.after.get(address) ?? chain.account(address), AccountConfig.parse(accounts)),
            )
          : null,
        ...(how?.innerInstructions === true ? { innerInstructions: ran.inner } : {}),
        replacementBlockhash: blockhash ? null : chain.clock.latest(),
      })
    },
    getSignatureStatuses: ([signatures, config]) => {
      const isDeep = StatusConfig.parse(config)?.searchTransactionHistory ?? false
      const asked = z.array(Signature).max(MAX_STATUSES).parse(signatures)
      return withContext(asked.map((signature) => statusFor(signature, isDeep)))
    },
    getTransaction: ([signature, config]) => {
      const { encoding = 'json', ...how } = GetConfig.parse(config) ?? {}
      const known = z.enum(['json', 'base58', 'base64'], 'this chain shows json, base58 or base64').parse(encoding)
      const landed = chain.landed(Signature.parse(signature))
      const isSeen = landed !== undefined && (chain.isFinal(landed.slot) || !wishesFinal(how))
      return isSeen ? viewTransaction(landed, known) : null
    },
    getSignaturesForAddress: ([address, config]) => {
      const { limit = 1_000, before, until } = ListConfig.parse(config) ?? {}
      const all = chain.landedOn(SolanaAddress.parse(address))
      const from = before ? all.findIndex(({ signature }) => signature === before) + 1 : 0
      const to = until ? all.findIndex(({ signature }) => signature === until) : -1
      return all
        .slice(from, to === -1 ? undefined : to)
        .slice(0, limit)
        .map((one) => viewSignature(one, chain.isFinal(one.slot)))
    },
  }
}

/** Nodes answer for final blocks unless another commitment is asked for. */
const wishesFinal = (how: Record<string, unknown>): boolean => (how['commitment'] ?? 'finalized') === 'finalized'

/** Characters of the largest transaction in base58. */
const MAX_BASE58_CHARACTERS = 1_683

function readWire(wire: unknown, encoding: 'base58' | 'base64'): SolanaTransaction {
  const text = z.string().parse(wire)
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : fromBase58(text, MAX_BASE58_CHARACTERS)
  if (bytes === null) throw new RpcError(-32_602, `Invalid transaction: invalid ${encoding} encoding`)
  try {
    return decodeSolanaTransaction(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error
    throw new RpcError(-32_602, `Invalid transaction: ${error.message}`)
  }
}

const showRan = ({ err, logs, units, returnData }: Ran) => ({ err, logs, unitsConsumed: units, returnData })

const preflightFailure = (ran: Ran) =>
  new RpcError(
    -32_002,
    `Transaction simulation failed: ${typeof ran.err === 'string' ? ran.err : JSON.stringify(ran.err)}`,
    {
      ...showRan(ran),
      accounts: null,
    },
  )
