import { type Address, type Hex, hexToBigInt } from 'viem'

import { BASE_USDC, BASE_USDC_DOMAIN } from '#shared/chains/networks.ts'
import { uintWord } from '#shared/engines/evm/abi.ts'

import { nullIfRefused } from '../open-rpc.ts'
import type { BasePayment } from '../read-payment.ts'
import { type GasFees, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'
import { multicall } from './multicall.ts'
import { isKeySignature, transferCall } from './transfer-call.ts'

/** What @x402/evm wants an authorization to be good for at least, in seconds. */
const LEAST_LEFT_S = 6n

/** By how much the next block may be behind this machine's clock: a block takes that long on Base, and clocks differ. */
const CLOCK_MARGIN_S = 2

/** balanceOf(address) */
const BALANCE_OF = '0x70a08231'

/**
 * Whether a payment passes all of @x402/evm's rules that are not the token's own: then it is good exactly if the chain
 * would take it, because USDC checks signature, window, nonce and balance. Any other is judged by the rules themselves: a
 * longer signature may be of a wallet that is not there yet, and what does not fit has a reason of its own.
 */
export function isSimple({ authorization, signature, payTo, amount, requirements }: BasePayment): boolean {
  const { to, value, validAfter, validBefore } = authorization
  const { name, version } = requirements.extra
  const nowS = BigInt(Math.floor(Date.now() / 1_000))
  return (
    isKeySignature(signature) &&
    name === BASE_USDC_DOMAIN.name &&
    version === BASE_USDC_DOMAIN.version &&
    to.toLowerCase() === payTo &&
    value === amount &&
    validAfter <= nowS &&
    validBefore >= nowS + LEAST_LEFT_S
  )
}

/**
 * Tries the transfer of a simple payment in one question, and answers with what the payer holds before it, in micro-USDC;
 * null when the chain would refuse it, for whatever reason. Throws TemporarilyUnavailable when no node answers.
 */
export async function tryTransfer(rpc: BaseRpc, payment: BasePayment): Promise<bigint | null> {
  const { authorization, signature } = payment
  const transferring = transferCall(authorization, signature)
  if (transferring === null) return null
  const calls = [`${BALANCE_OF}${uintWord(BigInt(authorization.from))}`, transferring] as const
  const asked = calls.map((callData) => ({ target: BASE_USDC, allowFailure: true, callData }) as const)
  return orAsOfNow(payment, async (timeS) => {
    const [balance, transfer] = (await nullIfRefused(multicall(rpc, asked, { gas: SETTLEMENT_GAS, timeS }))) ?? []
    return balance?.success === true && transfer?.success === true ? hexToBigInt(balance.returnData) : null
  })
}

/** Who would send a settlement, at which fees. */
export type Sending = { sender: Address; fees: GasFees }

/** A call of USDC tried just as it would be sent: by its sender, with all the gas of a settlement, at a price. */
export const tryAsSent = (rpc: BaseRpc, callData: Hex, { sender, fees }: Sending, timeS?: number): Promise<Hex> =>
  rpc.call(BASE_USDC, callData, { from: sender, gas: SETTLEMENT_GAS, fees, timeS })

/** Whether a simple payment would go through as it is sent. A node answers this with one run of the transfer. */
export async function wouldSettle(rpc: BaseRpc, payment: BasePayment, sending: Sending): Promise<boolean> {
  const callData = transferCall(payment.authorization, payment.signature)
  if (callData === null) return false
  const passed = await orAsOfNow(payment, (timeS) => nullIfRefused(tryAsSent(rpc, callData, sending, timeS)))
  return passed !== null
}

/**
 * Asks at the newest block and, where that refuses, as of now: an authorization may be younger than the newest
 * block (most clients date it back by seconds or minutes, and a local chain makes none while nobody pays), and the next
 * block takes it. Silence of a node that cannot pretend a time leaves the refusal.
 */
async function orAsOfNow<Answer>(
  { authorization }: BasePayment,
  ask: (timeS?: number) => Promise<Answer | null>,
): Promise<Answer | null> {
  const answer = await ask()
  if (answer !== null || authorization.validAfter === 0n) return answer
  return ask(Math.floor(Date.now() / 1_000) - CLOCK_MARGIN_S).catch(() => null)
}
