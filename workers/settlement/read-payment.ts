import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { type Address, getAddress, type Hex } from 'viem'
import { z } from 'zod'

import { BASE, BASE_USDC, type Network, SOLANA, SOLANA_USDC, V1_NAMES } from '#shared/chains/networks.ts'
import { readSolanaTransaction, type SolanaTransaction } from '#shared/chains/solana-transaction.ts'

/** A payment of either version of x402; `payload` and `requirements` are in v2 form. Amounts are micro-USDC. */
type Common = {
  /** Storage key: the same for every wrapping of one signed payment. */
  key: string
  /** Network name as in the request (v1: `base`, `solana`). */
  wireNetwork: PaymentRequirements['network']
  payer: string
  payTo: string
  asset: string
  amount: bigint
  payload: PaymentPayload
  requirements: PaymentRequirements
}

/** An EIP-3009 authorization. Addresses are lower case in `key` and `payer`, checksummed in `authorization`. */
export type BasePayment = Common & {
  network: typeof BASE
  authorization: { from: Address; to: Address; value: bigint; validAfter: bigint; validBefore: bigint; nonce: Hex }
  signature: Hex
}

/** A signed transfer. `payer` is empty if the transaction is not a transfer. */
export type SolanaPayment = Common & {
  network: typeof SOLANA
  /** Base64, as received. */
  wire: string
  transaction: SolanaTransaction
}

export type Payment = BasePayment | SolanaPayment

/** Why a body is not a payment that can be processed, with an x402 reason. */
export type NoPayment = { reason: string; message: string; network: PaymentRequirements['network'] }

const word = z.string().min(1).max(500)
const extra = z.record(z.string(), z.unknown()).nullish()
const V2 = z.looseObject({
  paymentPayload: z.looseObject({
    accepted: z.looseObject({ scheme: word, network: word }),
    payload: z.record(z.string(), z.unknown()),
  }),
  paymentRequirements: z.looseObject({ scheme: word, network: word, asset: word, amount: word, payTo: word, extra }),
})
const V1 = z.looseObject({
  paymentPayload: z.looseObject({ scheme: word, network: word, payload: z.record(z.string(), z.unknown()) }),
  paymentRequirements: z.looseObject({
    scheme: word,
    network: word,
    asset: word,
    maxAmountRequired: word,
    payTo: word,
    extra,
  }),
})
const Versioned = z.looseObject({ paymentPayload: z.looseObject({ x402Version: z.number() }) })

const uint = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,77})$/, { abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const Authorization = z.looseObject({
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,4096}$/),
  authorization: z.looseObject({
    from: address,
    to: address,
    value: uint,
    validAfter: uint,
    validBefore: uint,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
})
const SolanaAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
const Transaction = z.looseObject({ transaction: z.string().min(1) })

/** The common content of both versions, with v2 names. */
type Said = {
  accepted: { scheme: string; network: string }
  payload: Record<string, unknown>
  wanted: {
    scheme: string
    network: string
    asset: string
    amount: string
    payTo: string
    extra: Record<string, unknown>
  }
}

/** Reads the body of /verify, /settle and /lookup (x402 v2 and v1). Never throws. */
export function readPayment(body: unknown): Payment | NoPayment {
  const versioned = Versioned.safeParse(body)
  if (!versioned.success) return none('invalid_payload', 'There is no paymentPayload with an x402Version.')
  const { x402Version } = versioned.data.paymentPayload
  if (x402Version !== 1 && x402Version !== 2) return none('invalid_x402_version', 'x402Version has to be 1 or 2.')
  const said = x402Version === 1 ? readV1(body) : readV2(body)
  if (said === null) return none('invalid_payment_requirements', 'The body is no request of this version.')
  const { accepted, wanted } = said
  if (accepted.scheme !== 'exact' || wanted.scheme !== 'exact')
    return none('unsupported_scheme', 'The scheme has to be exact.')
  const network = networkOf(wanted.network)
  // Safe: it is only echoed.
  const wireNetwork = wanted.network as PaymentRequirements['network']
  if (network === null || networkOf(accepted.network) !== network) {
    return {
      ...none('invalid_network', 'Payment and requirements have to be of one network, Base or Solana.'),
      network: wireNetwork,
    }
  }
  const read = network === BASE ? readBase(said) : readSolana(said)
  return 'reason' in read ? { ...read, network: wireNetwork } : { ...read, wireNetwork }
}

function readV2(body: unknown): Said | null {
  const { success, data } = V2.safeParse(body)
  if (!success) return null
  const { paymentPayload, paymentRequirements } = data
  const { accepted, payload } = paymentPayload
  return { accepted, payload, wanted: { ...paymentRequirements, extra: paymentRequirements.extra ?? {} } }
}

function readV1(body: unknown): Said | null {
  const { success, data } = V1.safeParse(body)
  if (!success) return null
  const { paymentPayload, paymentRequirements: wanted } = data
  const { scheme, network, payload } = paymentPayload
  const amount = wanted.maxAmountRequired
  return { accepted: { scheme, network }, payload, wanted: { ...wanted, amount, extra: wanted.extra ?? {} } }
}

const networkOf = (name: string): Network | null =>
  name === BASE || name === V1_NAMES[BASE] ? BASE : name === SOLANA || name === V1_NAMES[SOLANA] ? SOLANA : null

type Unnamed<One> = Omit<One, 'wireNetwork'>

function readBase({ payload, wanted }: Said): Unnamed<BasePayment> | NoPayment {
  // Refuse Permit2 even beside an authorization: the key must identify what will be settled.
  if (Object.hasOwn(payload, 'permit2Authorization'))
    return none('unsupported_payload_type', 'Only EIP-3009 is settled.')
  const sent = Authorization.safeParse(payload)
  if (!sent.success) return none('invalid_payload', 'The payload is no EIP-3009 authorization with its signature.')
  if (!address.safeParse(wanted.payTo).success || !uint.safeParse(wanted.amount).success) {
    return none('invalid_payment_requirements', 'payTo has to be an address and amount a decimal number.')
  }
  if (wanted.asset.toLowerCase() !== BASE_USDC.toLowerCase()) {
    return none('invalid_payment_requirements', `Only ${BASE_USDC} is settled on Base.`)
  }
  const { authorization, signature } = sent.data
  const [from, to] = [toChecksum(authorization.from), toChecksum(authorization.to)]
  const payTo = toChecksum(wanted.payTo)
  const nonce = hex(authorization.nonce)
  const requirements = v2Requirements(BASE, { ...wanted, asset: BASE_USDC, payTo })
  const { value, validAfter, validBefore } = authorization
  const scheme = { authorization: { from, to, value, validAfter, validBefore, nonce }, signature: hex(signature) }
  return {
    network: BASE,
    key: `${BASE}:${BASE_USDC}:${from}:${nonce}`.toLowerCase(),
    payer: from.toLowerCase(),
    payTo: payTo.toLowerCase(),
    asset: BASE_USDC.toLowerCase(),
    amount: BigInt(wanted.amount),
    payload: { x402Version: 2, accepted: requirements, payload: scheme },
    requirements,
    authorization: {
      from,
      to,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
    signature: hex(signature),
  }
}

function readSolana({ payload, wanted }: Said): Unnamed<SolanaPayment> | NoPayment {
  const sent = Transaction.safeParse(payload)
  if (!sent.success) return none('invalid_payload', 'The payload has no transaction.')
  if (!SolanaAddress.safeParse(wanted.payTo).success || !uint.safeParse(wanted.amount).success) {
    return none('invalid_payment_requirements', 'payTo has to be an address and amount a decimal number.')
  }
  if (wanted.asset !== SOLANA_USDC)
    return none('invalid_payment_requirements', `Only ${SOLANA_USDC} is settled on Solana.`)
  const wire = sent.data.transaction
  const transaction = readSolanaTransaction(wire)
  if (transaction === null) {
    return none('invalid_exact_svm_payload_transaction_could_not_be_decoded', 'It is no transaction.')
  }
  const requirements = v2Requirements(SOLANA, wanted)
  const authorityAt = transaction.instructions[2]?.accounts[3] ?? -1
  return {
    network: SOLANA,
    key: `${SOLANA}:${SOLANA_USDC}:${transaction.messageHash}`,
    payer: transaction.accounts[authorityAt] ?? '',
    payTo: wanted.payTo,
    asset: SOLANA_USDC,
    amount: BigInt(wanted.amount),
    payload: { x402Version: 2, accepted: requirements, payload: { transaction: wire } },
    requirements,
    wire,
    transaction,
  }
}

const v2Requirements = (
  network: Network,
  { asset, amount, payTo, extra: more }: Said['wanted'],
): PaymentRequirements => ({
  scheme: 'exact',
  network,
  asset,
  amount,
  payTo,
  maxTimeoutSeconds: 60,
  extra: more,
})

// Lower case first: getAddress refuses mixed case without a valid checksum.
const toChecksum = (text: string): Address => getAddress(text.toLowerCase())

// Safe: callers matched it against 0x and hex digits.
const hex = (text: string): Hex => text.toLowerCase() as Hex

const none = (reason: string, message: string): NoPayment => ({ reason, message, network: BASE })
