import { type Address, type Hex, keccak256, type PrivateKeyAccount } from 'viem'

import { BASE, BASE_CHAIN_ID, BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Fees, SettlementStore } from '../settlement-store.ts'
import { MOST_FEE, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'

/** Wei below which a sender is left alone: some dozens of settlements at common fees. */
export const LEAST_WEI = 20_000_000_000_000n
/** Gas a sender has to have the money for, at the fees of the moment: a few settlements. */
const LEAST_GAS = 500_000n
const BALANCES_KEPT_MS = 15_000

export type Signed = { raw: Hex; hash: Hex }

export type BaseSenders = {
  addresses: readonly Address[]
  /** A sender that can pay, each in its turn, in lower case. Throws TemporarilyUnavailable when none can. */
  choose: (maxFee: bigint) => Promise<Address>
  has: (address: string) => boolean
  /** Signs a call of USDC; the same input makes the same transaction. */
  signCall: (sender: string, nonce: number, callData: Hex, fees: Fees) => Promise<Signed>
  /** Signs a transfer of nothing to oneself, which only uses up its nonce. */
  signNothing: (sender: string, nonce: number, fees: Fees) => Promise<Signed>
  balances: () => Promise<{ address: Address; wei: bigint }[]>
}

/** Our accounts on Base. Each is made known to the store, with the nonces that are used up, before it is chosen. */
export function baseSenders(accounts: readonly PrivateKeyAccount[], rpc: BaseRpc, store: SettlementStore): BaseSenders {
  const byAddress = new Map(accounts.map((account) => [account.address.toLowerCase(), account]))
  const known = new Set<string>()
  let read: { balances: { address: Address; wei: bigint }[]; at: number } | null = null
  let turn = 0

  const balances = async () => {
    if (read !== null && Date.now() - read.at < BALANCES_KEPT_MS) return read.balances
    const answers = accounts.map(async ({ address }) => ({ address, wei: await rpc.balanceOf(address) }))
    read = { balances: await Promise.all(answers), at: Date.now() }
    return read.balances
  }
  const sign = async (sender: string, transaction: { nonce: number; to: Address; data: Hex }, fees: Fees) => {
    const account = byAddress.get(sender.toLowerCase())
    if (account === undefined) throw new TemporarilyUnavailable(`The key of ${sender} is not here.`)
    // The last wall: whatever was decided or stored before, nothing is signed above the ceilings.
    const maxFeePerGas = least(fees.maxFee, MOST_FEE)
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: BASE_CHAIN_ID,
      ...transaction,
      gas: least(fees.gas, SETTLEMENT_GAS),
      maxFeePerGas,
      maxPriorityFeePerGas: least(fees.priorityFee, maxFeePerGas),
    })
    return { raw, hash: keccak256(raw) }
  }

  return {
    addresses: accounts.map(({ address }) => address),
    balances,
    has: (address) => byAddress.has(address.toLowerCase()),
    async choose(maxFee) {
      const able = (await balances()).filter(({ wei }) => wei >= LEAST_WEI && wei >= LEAST_GAS * maxFee)
      turn += 1
      const chosen = able[turn % able.length]
      if (chosen === undefined) {
        read = null
        throw new TemporarilyUnavailable('No account that settles on Base has gas left.')
      }
      // Safe: an address in lower case is one.
      const address = chosen.address.toLowerCase() as Address
      if (!known.has(address)) {
        await store.ensureSender(BASE, address, await rpc.usedNonces(chosen.address))
        known.add(address)
      }
      return address
    },
    signCall: (sender, nonce, data, fees) => sign(sender, { nonce, to: BASE_USDC, data }, fees),
    signNothing: (sender, nonce, fees) => {
      const account = byAddress.get(sender.toLowerCase())
      return sign(sender, { nonce, to: account?.address ?? BASE_USDC, data: '0x' }, fees)
    },
  }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
