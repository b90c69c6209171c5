/** The members of a signed artifact in the order of its EIP-712 type (offer-receipt 4.3, 5.3). */
export type ArtifactKind = 'offer' | 'receipt'

type Member = { name: string; type: 'uint256' | 'string'; optional?: { empty: 0 | '' } }

export const ARTIFACTS: Record<ArtifactKind, { primaryType: string; domain: string; members: readonly Member[] }> = {
  offer: {
    primaryType: 'Offer',
    domain: 'x402 offer',
    members: [
      { name: 'version', type: 'uint256' },
      { name: 'resourceUrl', type: 'string' },
      { name: 'scheme', type: 'string' },
      { name: 'network', type: 'string' },
      { name: 'asset', type: 'string' },
      { name: 'payTo', type: 'string' },
      { name: 'amount', type: 'string' },
      { name: 'validUntil', type: 'uint256', optional: { empty: 0 } },
    ],
  },
  receipt: {
    primaryType: 'Receipt',
    domain: 'x402 receipt',
    members: [
      { name: 'version', type: 'uint256' },
      { name: 'network', type: 'string' },
      { name: 'resourceUrl', type: 'string' },
      { name: 'payer', type: 'string' },
      { name: 'issuedAt', type: 'uint256' },
      { name: 'transaction', type: 'string', optional: { empty: '' } },
    ],
  },
}

/** The domain's chain id is 1 whatever the network: the signature never goes on chain (offer-receipt 3.2). */
export const ARTIFACT_CHAIN_ID = 1
