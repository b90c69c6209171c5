import { BASE, SOLANA, V1_NAMES } from '#shared/chains/networks.ts'
import type { PaymentRequirements } from '#shared/money/accepts.ts'

/** One way to pay in x402 v1 (specs/x402-specification-v1.md). Each entry repeats the resource, which v2 states once. */
type RequirementsV1 = {
  scheme: 'exact'
  network: 'base' | 'solana'
  maxAmountRequired: string
  resource: string
  description: string
  mimeType: string
  outputSchema: Record<string, unknown>
  payTo: string
  maxTimeoutSeconds: number
  asset: string
  extra: Record<string, string>
}

type Resource = { url: string; description: string; mimeType: string }

/**
 * The members of a v1 402 body. Only requests that ask for v1 get it: v1 clients check every entry against a closed list of
 * network names, so an entry of v2 would break them.
 */
export const challengeV1 = (
  accepts: readonly PaymentRequirements[],
  resource: Resource,
  outputSchema: Record<string, unknown>,
): { x402Version: 1; accepts: RequirementsV1[] } => ({
  x402Version: 1,
  accepts: accepts.map(({ network, amount, payTo, asset, maxTimeoutSeconds, extra }) => ({
    scheme: 'exact',
    network: network === BASE ? V1_NAMES[BASE] : V1_NAMES[SOLANA],
    maxAmountRequired: amount,
    resource: resource.url,
    description: resource.description,
    mimeType: resource.mimeType,
    outputSchema,
    payTo,
    maxTimeoutSeconds,
    asset,
    extra,
  })),
})
