import type { SettleResponse, SupportedResponse, VerifyResponse } from '@x402/core/types'

import { z } from 'zod'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import { BASE, type Network, SOLANA, V1_NAMES } from '#shared/chains/networks.ts'
import { isOutage } from '#shared/db/outage.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'
import { receiptExtension } from '#shared/money/receipts/x402-jws.ts'
import type { Inspected } from '#shared/doors/settlement.ts'

import type { ChainHealth, LookedUp } from './chain.ts'
import { TemporarilyUnavailable } from './temporarily-unavailable.ts'
import type { Chains } from './open-chains.ts'
import { type NoPayment, type Payment, readPayment } from './read-payment.ts'
import type { SettlementRoute } from './settlement-handler.ts'
import type { SettlementMeter, SettlementResult } from './settlement-meter.ts'

const HEALTH_KEPT_MS = 5_000

/**
 * Routes of the x402 facilitator interface (v2, v1), plus POST /lookup (result of a payment) and GET /health (state of
 * the chains). When a result is unknown the answer is 503, never a refusal; the same request can be sent again.
 */
export function facilitatorRoutes(
  chains: Chains,
  signer: Pick<ReceiptSigner, 'jws'>,
  log: Log,
  meter: SettlementMeter,
): readonly SettlementRoute[] {
  const known = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
    try {
      return await question
    } catch (error) {
      if (!(error instanceof TemporarilyUnavailable || error instanceof RpcRefused) && !isOutage(error)) throw error
      log.warn({ err: error }, 'the settlement process knows no answer now')
      throw new Refusal('unavailable', 'It is not known now. Ask again with the same payment.', { retryAfterS: 2 })
    }
  }
  let health: { answer: Promise<unknown>; at: number } | null = null
  const keptHealth = () => {
    if (health === null || Date.now() - health.at > HEALTH_KEPT_MS)
      health = { answer: healthOf(chains), at: Date.now() }
    return health.answer
  }
  return [
    {
      method: 'POST',
      path: '/verify',
      handle: (body) => {
        const payment = readPayment(body)
        return metered(meter, 'verify', payment, known(verify(chains, payment, body, log)), ({ isValid }) => isValid)
      },
    },
    {
      method: 'POST',
      path: '/settle',
      handle: (body) => {
        const payment = readPayment(body)
        const answer = known(settleWithReceipt(chains, signer, payment, body))
        return metered(meter, 'settle', payment, answer, ({ success }) => success)
      },
    },
    { method: 'POST', path: '/lookup', handle: (body) => known(lookUp(chains, readPayment(body))) },
    { method: 'POST', path: '/inspect', handle: (body) => known(inspect(chains, body)) },
    { method: 'GET', path: '/supported', handle: () => supported(chains) },
    { method: 'GET', path: '/health', handle: keptHealth },
  ]
}

/** Measures how long an answer takes. What is no payment asks no chain, and is not measured. */
async function metered<Answer>(
  meter: SettlementMeter,
  step: 'verify' | 'settle',
  payment: Payment | NoPayment,
  answer: Promise<Answer>,
  isOk: (answer: Answer) => boolean,
): Promise<Answer> {
  if ('reason' in payment) return answer
  const startedMs = performance.now()
  const tell = (result: SettlementResult) => meter(step, payment.network, result, performance.now() - startedMs)
  try {
    const answered = await answer
    tell(isOk(answered) ? 'ok' : 'refused')
    return answered
  } catch (error) {
    tell('unknown')
    throw error
  }
}

async function verify(chains: Chains, payment: Payment | NoPayment, body: unknown, log: Log): Promise<VerifyResponse> {
  if ('reason' in payment) {
    return { isValid: false, invalidReason: payment.reason, invalidMessage: payment.message }
  }
  const settlesSoon = Wish.safeParse(body).data?.settlesSoon === true
  try {
    return await onItsChain(chains, payment, {
      base: (chain, one) => chain.verify(one, settlesSoon),
      solana: (chain, one) => chain.verify(one, settlesSoon),
    })
  } catch (error) {
    if (
      error instanceof TemporarilyUnavailable ||
      error instanceof RpcRefused ||
      error instanceof Refusal ||
      isOutage(error)
    )
      throw error
    // The x402 rules throw for some absurd payments; that is not a fault of ours.
    log.warn({ err: error, payer: payment.payer }, 'a payment could not be verified')
    return { isValid: false, invalidReason: 'unexpected_verify_error', payer: payment.payer }
  }
}

/** What our own processes ask beside a payment. */
const Wish = z.looseObject({ receiptFor: z.string().max(2_048).optional(), settlesSoon: z.boolean().optional() })

/** Settles a payment. If `receiptFor` names a URL, adds a signed receipt (offer-receipt extension) to the answer. */
async function settleWithReceipt(
  chains: Chains,
  signer: Pick<ReceiptSigner, 'jws'>,
  payment: Payment | NoPayment,
  body: unknown,
): Promise<SettleResponse> {
  const answer = await settle(chains, payment)
  const resourceUrl = Wish.safeParse(body).data?.receiptFor
  if (!answer.success || resourceUrl === undefined) return answer
  const { network, transaction, payer = '' } = answer
  const issuedAt = Math.floor(Date.now() / 1_000)
  const signature = signer.jws({ version: 1, network, resourceUrl, payer, issuedAt, transaction })
  return { ...answer, extensions: { ...answer.extensions, ...receiptExtension(signature) } }
}

async function settle(chains: Chains, payment: Payment | NoPayment): Promise<SettleResponse> {
  if ('reason' in payment) {
    const { reason: errorReason, message: errorMessage, network } = payment
    return { success: false, errorReason, errorMessage, transaction: '', network }
  }
  return onItsChain(chains, payment, {
    base: (chain, one) => chain.settle(one),
    solana: (chain, one) => chain.settle(one),
  })
}

async function lookUp(chains: Chains, payment: Payment | NoPayment): Promise<LookedUp> {
  if ('reason' in payment) return { state: 'unknown', reason: payment.reason }
  return onItsChain(chains, payment, {
    base: (chain, one) => chain.lookUp(one),
    solana: (chain, one) => chain.lookUp(one),
  })
}

const Question = z.object({
  network: z.enum([BASE, SOLANA]),
  transaction: z
    .string()
    .regex(/^(?:0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,90})$/)
    .nullable(),
  payment: z.unknown(),
})

/** Reads what a chain shows of any payment or transaction. Body as in the settlement door (shared/outcomes/doors). */
async function inspect({ base, solana }: Chains, body: unknown): Promise<Inspected> {
  const question = Question.safeParse(body)
  if (!question.success) throw new Refusal('validation_error', 'It is not asked for a transaction of a known network.')
  const { network, transaction } = question.data
  const read = question.data.payment === null ? null : readPayment(question.data.payment)
  const noPayment = read !== null && 'reason' in read ? read.message : null
  const payment = read === null || 'reason' in read ? null : read
  const shown =
    network === BASE
      ? await base?.inspect({ transaction, payment: payment?.network === BASE ? payment : null })
      : await solana?.inspect({ transaction, payment: payment?.network === SOLANA ? payment : null })
  if (shown === undefined) throw new Refusal('payments_not_ready', `This process has no RPC of ${network}.`)
  return { noPayment, ...shown }
}

type Base = NonNullable<Chains['base']>
type Solana = NonNullable<Chains['solana']>
type Asked<Answer> = {
  base: (chain: Base, payment: Extract<Payment, { network: typeof BASE }>) => Promise<Answer>
  solana: (chain: Solana, payment: Exclude<Payment, { network: typeof BASE }>) => Promise<Answer>
}

function onItsChain<Answer>({ base, solana }: Chains, payment: Payment, asked: Asked<Answer>): Promise<Answer> {
  if (payment.network === BASE) {
    if (base !== null) return asked.base(base, payment)
  } else if (solana !== null) return asked.solana(solana, payment)
  throw new Refusal(
    'payments_not_ready',
    `This process settles nothing on ${payment.network}: it has no key or no RPC of it.`,
  )
}

function supported({ base, solana }: Chains): SupportedResponse {
  const chains = [base, solana].filter((chain) => chain !== null)
  return {
    kinds: chains.flatMap(({ network, extra }) => [
      kindOf(2, network, extra),
      // Safe: v1 has its own names of networks, which the v2 type lacks.
      kindOf(1, V1_NAMES[network] as Network, extra),
    ]),
    extensions: [],
    signers: Object.fromEntries(chains.map(({ network, signers }) => [`${network.split(':')[0]}:*`, [...signers]])),
  }
}

const kindOf = (x402Version: number, network: Network, extra: Record<string, unknown> | undefined) => ({
  x402Version,
  scheme: 'exact',
  network,
  ...(extra === undefined ? {} : { extra }),
})

async function healthOf({ base, solana }: Chains) {
  const missing: ChainHealth = { ok: false, problems: ['no key or no RPC is set'], detail: {} }
  const [ofBase, ofSolana] = await Promise.all([base?.health() ?? missing, solana?.health() ?? missing])
  return { ok: ofBase.ok && ofSolana.ok, networks: { base: ofBase, solana: ofSolana } }
}
