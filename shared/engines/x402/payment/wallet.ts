import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { isAtomic } from '../networks/amount.ts'
import { readNetwork, type Family } from '../networks/network.ts'
import type { Option } from '../payment-required/option.ts'
import { addressKey } from '../networks/token.ts'

/** A wallet that a caller can sign with. */
export type Wallet = {
  /** CAIP-2, or `namespace:*` for every network of a family; null when only the kind is given. */
  network: string | null
  family: Family | null
  address: string | null
  balances: JsonObject | null
}

const FAMILY_OF_KIND: Readonly<Record<string, Family>> = {
  eoa: 'evm',
  smart: 'evm',
  evm: 'evm',
  svm: 'svm',
  solana: 'svm',
}

/** Reads a wallet as a caller describes it: network (either style, or eip155:*), kind, address, balances. */
export function readWallet(value: unknown): Wallet {
  const object = isObject(value) ? value : {}
  const [network, kind, address] = ['network', 'kind', 'address'].map((name) => ownValue(object, name))
  const balances = ownValue(object, 'balances')
  const isWild = typeof network === 'string' && /^(?:eip155|solana):\*$/.test(network)
  const read = typeof network === 'string' && !isWild ? readNetwork(network) : null
  const ofKind = typeof kind === 'string' ? (FAMILY_OF_KIND[kind.toLowerCase()] ?? null) : null
  const wild = isWild ? (network.startsWith('eip155') ? 'evm' : 'svm') : null
  return {
    network: read?.caip2 ?? (typeof network === 'string' && !isWild ? network : null),
    family: read === null ? (wild ?? ofKind) : read.family,
    address: typeof address === 'string' ? address : null,
    balances: isObject(balances) ? balances : null,
  }
}

/** Whether a wallet can sign for an option's network. */
export function covers(wallet: Wallet, { network }: Option): boolean {
  if (network === null) return false
  return wallet.network === null ? wallet.family === network.family : wallet.network === network.caip2
}

/** The atomic balance of an option's asset in a wallet, given by address or symbol; null when it is not given. */
export function balanceOf({ balances }: Wallet, { asset, token }: Option): bigint | null {
  if (balances === null || asset === null) return null
  const key = addressKey(asset)
  const name = Object.keys(balances).find((told) => addressKey(told) === key || told === token?.symbol)
  const value = name === undefined ? undefined : ownValue(balances, name)
  const text = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value
  return typeof text === 'string' && isAtomic(text) ? BigInt(text) : null
}
