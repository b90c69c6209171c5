import { randomBytes } from 'node:crypto'

import { concatHex, type Hex, numberToHex, padHex, toHex } from 'viem'

import { compileContract } from '#test/support/contracts/compile-contract.ts'

import type { TestBase } from './chains.ts'
import type { Requirements } from '../labs/settlement-lab.ts'

/*
 * Contract wallets of tests (ContractWallet.sol), whose signatures say how they behave:
 *
 *   const wallet = await contractWallet(lab.base, 1_000_000n)
 *   const payment = contractPayment(wallet, accepted, { takesGas: 10_000_000n })
 */

/** What a contract wallet does when it is asked whether a signature is good. Without any of these it says yes. */
export type Behaviour = {
  /** Takes this much gas and says yes. */
  takesGas?: bigint
  /** Says yes where gas costs nothing; else it burns all gas and says no. */
  liesByPrice?: true
  /** Says yes up to this block; after it burns all gas and says no. No trial at that block can tell. */
  goodUntilBlock?: bigint
  /** Says yes where more gas than this is left; else it burns it and says no. */
  goodAboveGas?: bigint
}

let code: Hex | null = null

/** A new contract wallet that holds this much micro-USDC; any number may be made at once. */
export async function contractWallet(
  base: Pick<TestBase, 'address' | 'fund' | 'client'>,
  microUsdc: bigint,
): Promise<Hex> {
  // Safe: the compiler writes 0x and hex digits.
  code ??= compileContract('ContractWallet', import.meta.dirname).code as Hex
  const address = base.address()
  await base.fund(address, { microUsdc })
  await base.client.setCode({ address, bytecode: code })
  return address
}

type Options = Behaviour & {
  /** As long as a key's signature is, so that nothing but its code shows that the payer is a contract. */
  isShort?: boolean
  validForS?: number
}

/** The body of /verify, /settle and /lookup for an authorization a contract wallet signs. */
export function contractPayment(
  wallet: Hex,
  accepted: Requirements,
  { isShort = false, validForS = 600, ...how }: Options = {},
) {
  const [behaviour, number] = behaviourOf(how)
  const said = concatHex([numberToHex(behaviour, { size: 1 }), numberToHex(number, { size: 32 })])
  const signature = isShort
    ? concatHex([padHex(said, { dir: 'right', size: 64 }), '0x1b'])
    : padHex(said, { dir: 'right', size: 90 })
  const authorization = {
    from: wallet,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1_000) + validForS),
    nonce: toHex(randomBytes(32)),
  }
  return {
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted, payload: { authorization, signature } },
    paymentRequirements: accepted,
  }
}

function behaviourOf({ takesGas, liesByPrice, goodUntilBlock, goodAboveGas }: Behaviour): [number, bigint] {
  if (takesGas !== undefined) return [1, takesGas]
  if (liesByPrice === true) return [2, 0n]
  if (goodUntilBlock !== undefined) return [3, goodUntilBlock]
  if (goodAboveGas !== undefined) return [4, goodAboveGas]
  return [0, 0n]
}
