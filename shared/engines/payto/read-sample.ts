import type { PaytoSeen } from '#shared/doors/merchants.ts'
import { sameNetworkKey } from '../x402/networks/network.ts'
import { readOptions } from '../x402/payment-required/read-options.ts'
import { normalAddress } from './judge-payto.ts'

/** The payable options of a 402, of either protocol version; null where it is none. Never throws. */
export function readSample(
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  body: Uint8Array,
): PaytoSeen[] | null {
  if (status !== 402) return null
  const header = [headers['payment-required'] ?? []].flat()[0]
  const fromHeader = header === undefined ? null : readOptions(header)
  const read = fromHeader ?? readOptions(Buffer.from(body.subarray(0, 262_144)).toString('utf8'))
  const options = (read?.options ?? []).flatMap(({ networkText, payTo, amount, asset }) =>
    networkText === null || payTo === null
      ? []
      : [
          {
            network: sameNetworkKey(networkText).slice(0, 100),
            address: normalAddress(payTo).slice(0, 200),
            amount,
            asset: asset === null ? null : normalAddress(asset).slice(0, 200),
          },
        ],
  )
  return options.length === 0 ? null : options.slice(0, 20)
}

/** Lists every text of a JSON document that could be an address; empty for invalid JSON. */
export function textsOf(json: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return []
  }
  const found: string[] = []
  const stack = [value]
  for (let next = stack.pop(); stack.length < 10_000 && next !== undefined; next = stack.pop()) {
    if (typeof next === 'string' && next.length <= 100) found.push(next)
    else if (typeof next === 'object' && next !== null) stack.push(...Object.values(next))
  }
  return found
}
