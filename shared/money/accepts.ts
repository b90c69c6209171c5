import { BASE, BASE_USDC, BASE_USDC_DOMAIN, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'

const MAX_TIMEOUT_S = 120

/** One entry of `accepts` (x402 v2, `exact` scheme). `amount` is micro-USDC as a decimal string. */
export type PaymentRequirements = {
  scheme: 'exact'
  network: string
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Record<string, string>
}

type PaymentSettings = Pick<
  Config,
  'BASE_PAY_TO' | 'SOLANA_PAY_TO' | 'SOLANA_FEE_PAYER' | 'FACILITATOR_URL' | 'SETTLEMENT_URL'
>

/**
 * Returns the ways to pay an amount, in order of preference: Base first for impulse slugs, Solana first otherwise. A network
 * whose accounts are not set is left out; all are while payments are off.
 */
export function acceptsFor(config: PaymentSettings, microUsdc: bigint, impulse: boolean): PaymentRequirements[] {
  if (whyPaymentsAreOff(config) !== null) return []
  const { BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } = config
  const common = { scheme: 'exact', amount: microUsdc.toString(), maxTimeoutSeconds: MAX_TIMEOUT_S } as const
  // `extra` is the EIP-712 domain of USDC on Base, and the account that pays the network fee on Solana.
  const base =
    BASE_PAY_TO === undefined
      ? []
      : [{ ...common, network: BASE, asset: BASE_USDC, payTo: BASE_PAY_TO, extra: { ...BASE_USDC_DOMAIN } }]
  const solana =
    SOLANA_PAY_TO === undefined || SOLANA_FEE_PAYER === undefined
      ? []
      : [
          {
            ...common,
            network: SOLANA,
            asset: SOLANA_USDC,
            payTo: SOLANA_PAY_TO,
            extra: { feePayer: SOLANA_FEE_PAYER },
          },
        ]
  return impulse ? [...base, ...solana] : [...solana, ...base]
}

/** Why this installation takes no x402 payments, as a clause; null when it is set up for them. */
export function whyPaymentsAreOff(config: PaymentSettings): string | null {
  const { FACILITATOR_URL, SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } = config
  if (FACILITATOR_URL === undefined && SETTLEMENT_URL === undefined)
    return 'neither SETTLEMENT_URL nor FACILITATOR_URL is set'
  const isPaidSomewhere = BASE_PAY_TO !== undefined || (SOLANA_PAY_TO !== undefined && SOLANA_FEE_PAYER !== undefined)
  return isPaidSomewhere ? null : 'neither BASE_PAY_TO nor SOLANA_PAY_TO and SOLANA_FEE_PAYER are set'
}

/** The sentence about it in documents and 402s; null while x402 payments are taken. */
export function paymentsOffWarning(config: PaymentSettings): string | null {
  const why = whyPaymentsAreOff(config)
  return why === null
    ? null
    : `This service takes no x402 payments: ${why}. Existing keys and passes, and trials, work.`
}
