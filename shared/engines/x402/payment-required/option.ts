import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { isAtomic } from '../networks/amount.ts'
import { readNetwork, type Network } from '../networks/network.ts'
import { tokenAt } from '../networks/token.ts'
import type { TokenFact } from '../networks/tokens.rules.ts'

/** One way to pay, of either protocol version, in one form. What is missing or of another type is null. */
export type Option = {
  scheme: string | null
  /** The network as it was written. */
  networkText: string | null
  network: Network | null
  /** Atomic units; null unless it is a text of digits. */
  amount: string | null
  asset: string | null
  payTo: string | null
  maxTimeoutSeconds: number | null
  extra: JsonObject
  /** The asset's built-in facts; null when it is none of the known ones. */
  token: TokenFact | null
}

/** Reads a PaymentRequirements object of x402 v1 or v2; never throws. */
export function readOption(entry: unknown): Option {
  const object = isObject(entry) ? entry : {}
  const text = (name: string) => {
    const value = ownValue(object, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const networkText = text('network')
  const network = networkText === null ? null : readNetwork(networkText)
  const amount = text('amount') ?? text('maxAmountRequired')
  const asset = text('asset')
  const timeout = ownValue(object, 'maxTimeoutSeconds')
  const extra = ownValue(object, 'extra')
  return {
    scheme: text('scheme'),
    networkText,
    network,
    amount: amount !== null && isAtomic(amount) ? amount : null,
    asset,
    payTo: text('payTo'),
    maxTimeoutSeconds: typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : null,
    extra: isObject(extra) ? extra : {},
    token: asset === null ? null : tokenAt(network?.caip2 ?? null, asset),
  }
}

/** The transfer method of an EVM `exact` option: the stated one, else the known one of its token. */
export function transferMethod({ extra, token, network }: Option): string | null {
  if (network?.family === 'svm') return 'spl'
  if (network?.family !== 'evm') return null
  const said = ownValue(extra, 'assetTransferMethod')
  return typeof said === 'string' ? said : (token?.method ?? 'eip3009')
}
