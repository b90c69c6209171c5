import { type Address, type Hex, hexToBigInt } from 'viem'

import { BASE_USDC, BASE_USDC_DOMAIN } from '#shared/chains/networks.ts'
import { uintWord } from '#shared/engines/evm/abi.ts'

import { nullIfRefused } from '../open-rpc.ts'
import type { BasePayment } from '../read-payment.ts'
import { type GasFees, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'
import { multicall } from './multicall.ts'
import { isKeySignature, transferCall } from './transfer-call.ts'

/** Least remaining validity of an authorization that @x402/evm accepts, in seconds. */
const LEAST_LEFT_S = 6n

/**
 * Most seconds that the next block may lag behind this machine's clock: a block of Base takes that long, and clocks
 * differ.
 */
const CLOCK_MARGIN_S = 2

/** Selector of balanceOf(address). */
const BALANCE_OF = '0x70a08231'

/**
 * Whether a payment passes the rules of @x402/evm that the token itself does not check. It is then valid exactly if the
 * chain would accept it, because USDC checks signature, window, nonce and balance. All others go through the rules: a
 * longer signature may be of a wallet that is not deployed yet, and a mismatch has its own reason.
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
 * Simulates the transfer of a simple payment in one request. Returns the payer's balance before it, in micro-USDC; null
 * if the chain would refuse it. Throws TemporarilyUnavailable when no node answers.
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

/** Sender and fees of a settlement. */
export type Sending = { sender: Address; fees: GasFees }

/** Simulates a call of USDC exactly as it would be sent: same sender, gas limit and fees. */
export const tryAsSent = (rpc: BaseRpc, callData: Hex, { sender, fees }: Sending, timeS?: number): Promise<Hex> =>
  rpc.call(BASE_USDC, callData, { from: sender, gas: SETTLEMENT_GAS, fees, timeS })

/** Whether a simple payment would succeed as it is sent. One simulation of the transfer. */
export async function wouldSettle(rpc: BaseRpc, payment: BasePayment, sending: Sending): Promise<boolean> {
  const callData = transferCall(payment.authorization, payment.signature)
  if (callData === null) return false
  const passed = await orAsOfNow(payment, (timeS) => nullIfRefused(tryAsSent(rpc, callData, sending, timeS)))
  return passed !== null
}

/**
 * Simulates at the newest block and, if that refuses, with the current time: `validAfter` may be later than the newest
 * block (most clients backdate it by seconds or minutes, and a local chain makes no blocks while nobody pays), while
 * the next block would accept it. If the node cannot override the time, the refusal stands.
 */
async function orAsOfNow<Answer>(
  { authorization }: BasePayment,
  ask: (timeS?: number) => Promise<Answer | null>,
): Promise<Answer | null> {
  const answer = await ask()
  if (answer !== null || authorization.validAfter === 0n) return answer
  return ask(Math.floor(Date.now() / 1_000) - CLOCK_MARGIN_S).catch(() => null)
}
