import { ownValue, preview } from '#shared/engines/json/json-value.ts'
import { sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import type { Option } from '#shared/engines/x402/payment-required/option.ts'
import type { Artifact, ArtifactReport } from '#shared/engines/x402/offer-receipt/read-artifact.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'

/**
 * The accepts entry whose terms an offer signs, found by the terms and never by acceptIndex, which is not signed
 * (offer-receipt 4.1.1). Null when there is none.
 */
export function matchOffer(
  report: ArtifactReport,
  { payload, at }: Artifact,
  options: readonly Option[],
  acceptIndex: unknown,
): number | null {
  if (payload === null || options.length === 0) return null
  const text = (name: string) => {
    const value = ownValue(payload, name)
    return typeof value === 'string' ? value : ''
  }
  const differing = options.map((option) => {
    const terms = {
      network: sameNetworkKey(option.networkText ?? '') === sameNetworkKey(text('network')),
      asset: sameAddress(option.asset ?? '', text('asset')),
      payTo: sameAddress(option.payTo ?? '', text('payTo')),
      amount: option.amount === text('amount'),
      scheme: option.scheme === text('scheme'),
    }
    return Object.entries(terms).flatMap(([name, isSame]) => (isSame ? [] : [name]))
  })
  // Of several equal entries the one the hint names is the one that was meant.
  const hinted = typeof acceptIndex === 'number' && differing[acceptIndex]?.length === 0 ? acceptIndex : null
  const match = hinted ?? differing.findIndex((fields) => fields.length === 0)
  if (match === -1) {
    const closest = differing.reduce((best, fields) => (fields.length < best.length ? fields : best))
    report.add('OR_NO_MATCHING_ACCEPT', `${at}/payload`, { fields: closest.join(', ') })
    return null
  }
  if (acceptIndex !== undefined && acceptIndex !== match)
    report.add('OR_ACCEPT_INDEX', `${at}/acceptIndex`, { given: preview(acceptIndex), right: match })
  return match
}
