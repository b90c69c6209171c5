import { lintPaymentRequired } from '../x402/payment-required/lint-payment-required.ts'
import { readOptions, type Options } from '../x402/payment-required/read-options.ts'
import type { MerchantProbe } from './merchant-probe.ts'

/** The 402 of a probe, linted as payment-required-lint does; null for every other answer. */
export function read402(probe: MerchantProbe | null) {
  if (probe?.status !== 402) return null
  const linted = lintPaymentRequired({
    body: probe.body === '' ? undefined : probe.body,
    headers: probe.headers,
    expectUrl: probe.url,
  })
  const options: Options | null = linted.decoded === null ? null : readOptions(linted.decoded)
  return { ...linted, options }
}
export type Read402 = NonNullable<ReturnType<typeof read402>>
