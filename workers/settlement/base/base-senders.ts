import { type Address, type Hex, keccak256, type PrivateKeyAccount } from 'viem'

import { BASE, BASE_CHAIN_ID, BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import type { Fees, SettlementStore } from '../settlement-store.ts'
import { MOST_FEE, SETTLEMENT_GAS } from './base-fees.ts'
import type { BaseRpc } from './base-rpc.ts'

/** Least balance of a sender in wei: some dozens of settlements at common fees. */
export const LEAST_WEI = 20_000_000_000_000n
/** Gas that a sender must be able to pay at current fees: a few settlements. */
const LEAST_GAS = 500_000n
const BALANCES_KEPT_MS = 15_000

export type Signed = { raw: Hex; hash: Hex }

export type BaseSenders = {
  addresses: readonly Address[]
  /** Chooses a sender that can pay, in turn. Lower case. Throws TemporarilyUnavailable when none can. */
  choose: (maxFee: bigint) => Promise<Address>
  has: (address: string) => boolean
  /** Signs a call of USDC. Deterministic: the same input gives the same transaction. */
  signCall: (sender: string, nonce: number, callData: Hex, fees: Fees) => Promise<Signed>
  /** Signs an empty transfer to the sender itself, to use up its nonce. */
  signNothing: (sender: string, nonce: number, fees: Fees) => Promise<Signed>
  balances: () => Promise<{ address: Address; wei: bigint }[]>
}

/** Our accounts on Base. Each is registered in the store with its used nonces before it is first chosen. */
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
    // Last check: never sign above the ceilings, whatever was decided or stored before.
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
      // Safe: a lower-case address is an address.
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
