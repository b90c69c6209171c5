import { uintAt } from '#shared/engines/evm/abi.ts'
import { PERMIT2, KNOWN_SPENDERS } from '#shared/engines/evm/base-tokens.rules.ts'
import type { BaseReader } from '#shared/engines/evm/base-reader.ts'
import { calls } from '#shared/engines/evm/calls.ts'
import { delegateOf } from '#shared/engines/evm/delegate-of.ts'
import { amountOf, refuseUnlessContract, tokenCalls, tokenFacts } from '#shared/engines/evm/find-token.ts'
import type { CallResult } from '#shared/engines/evm/multicall.ts'

/** From here an allowance is meant to have no end: half of all numbers, or all of what some tokens keep (uint96). */
const UNLIMITED = 1n << 255n
const UINT96_MOST = (1n << 96n) - 1n

type Asked = { owner: string; spender: string; token: string; checkPermit2: boolean }

/** What an owner lets a spender move, what of it could be moved now, and what speaks against it. */
export async function readAllowance(reader: BaseReader, { owner, spender, token, checkPermit2 }: Asked) {
  const [[allowed, held, permit, ...about], tokenCode, spenderCode] = await Promise.all([
    reader.call([
      calls.allowance(token, owner, spender),
      calls.balanceOf(token, owner),
      calls.permit2Allowance(PERMIT2, owner, token, spender),
      ...tokenCalls(token),
    ]),
    reader.codeOf(token),
    reader.codeOf(spender),
  ])
  refuseUnlessContract(['token'], tokenCode)
  const { address, symbol, decimals, verified, lookalike_of: imitated } = tokenFacts(reader.chain, token, about)
  const raw = numberOf(allowed)
  const balance = held?.ok === true ? uintAt(held.data) : null
  const permit2 = checkPermit2 ? permit2Of(permit, reader.block.timestamp) : null
  const isContract = spenderCode.length > 0 && delegateOf(spenderCode) === null
  const unlimited = isUnlimited(raw)
  const both = (amount: bigint) => ({ raw: amount.toString(), amount: amountOf(amount, decimals) })
  const flags = [
    ...(unlimited ? ['unlimited'] : []),
    ...(raw > 0n && !isContract ? ['eoa_spender'] : []),
    ...(verified ? [] : ['unverified_token']),
    ...(balance !== null && raw > balance ? ['exceeds_balance'] : []),
    ...(permit2 !== null && BigInt(permit2.amount) > 0n && !permit2.expired ? ['permit2_allowance'] : []),
    ...(allowed?.ok === true ? [] : ['reverting_allowance']),
    ...(balance === null ? ['reverting_balance'] : []),
  ]
  return {
    token: { address, symbol, decimals, verified, lookalike_of: imitated },
    ...both(raw),
    unlimited,
    owner_balance: balance === null ? null : both(balance),
    at_risk: balance === null ? null : both(raw < balance ? raw : balance),
    spender_info: { is_contract: isContract, known_label: KNOWN_SPENDERS[spender.toLowerCase()] ?? null },
    permit2,
    flags,
  }
}

const numberOf = (result: CallResult | undefined) => (result?.ok === true ? (uintAt(result.data) ?? 0n) : 0n)

const isUnlimited = (raw: bigint) => raw >= UNLIMITED || raw === UINT96_MOST

/** `(uint160 amount, uint48 expiration, uint48 nonce)`; null where Permit2 is not on this chain. */
function permit2Of(result: CallResult | undefined, nowS: number) {
  const [amount, expiration, nonce] = [0, 32, 64].map((at) => (result?.ok === true ? uintAt(result.data, at) : null))
  if (amount === null || amount === undefined || expiration === null || expiration === undefined) return null
  return {
    amount: amount.toString(),
    expiration: isoOf(expiration),
    nonce: Number(nonce ?? 0n),
    // An expiration of zero is that of an allowance nobody gave.
    expired: expiration > 0n && expiration <= BigInt(nowS),
  }
}

/** The latest time a Date can hold is year 275760; uint48 goes far beyond, and means "never". */
const isoOf = (seconds: bigint) =>
  seconds === 0n ? null : seconds > 8_640_000_000_000n ? 'never' : new Date(Number(seconds) * 1_000).toISOString()
