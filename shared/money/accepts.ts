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

/** Returns the ways to pay an amount, in order of preference: Base first for impulse slugs, Solana first otherwise. */
export function acceptsFor(
  config: Pick<Config, 'BASE_PAY_TO' | 'SOLANA_PAY_TO' | 'SOLANA_FEE_PAYER'>,
  microUsdc: bigint,
  impulse: boolean,
): PaymentRequirements[] {
  const common = { scheme: 'exact', amount: microUsdc.toString(), maxTimeoutSeconds: MAX_TIMEOUT_S } as const
  // `extra` is the EIP-712 domain of USDC on Base, and the account that pays the network fee on Solana.
  const base = {
    ...common,
    network: BASE,
    asset: BASE_USDC,
    payTo: config.BASE_PAY_TO,
    extra: { ...BASE_USDC_DOMAIN },
  }
  const solana = {
    ...common,
    network: SOLANA,
    asset: SOLANA_USDC,
    payTo: config.SOLANA_PAY_TO,
    extra: { feePayer: config.SOLANA_FEE_PAYER },
  }
  return impulse ? [base, solana] : [solana, base]
}
