import type { MerchantFacts } from '#shared/engines/merchant/collect-merchant.ts'
import type { MerchantProbe } from '#shared/engines/merchant/merchant-probe.ts'

/**
 * A probe's result for a 402 with this document, in body and header, as conforming merchants send it. For tests only.
 */
export const paidProbe = (document: unknown, more: Partial<MerchantProbe> = {}): MerchantProbe => ({
  url: 'https://m.test/x',
  method: 'GET',
  status: 402,
  headers: headersOf(document),
  body: JSON.stringify(document),
  latencyMs: 42,
  fetchedAt: '2026-11-20T12:00:00.000Z',
  hops: [],
  tls: null,
  ...more,
})

export const headersOf = (document: unknown): Record<string, string> => ({
  'content-type': 'application/json',
  'payment-required': Buffer.from(JSON.stringify(document)).toString('base64'),
  'access-control-expose-headers': 'PAYMENT-REQUIRED',
  'cache-control': 'no-store',
})

/** A merchant of whom nothing is known but what two probes saw. For tests only. */
export const merchantFacts = (probe: MerchantProbe | null, more: Partial<MerchantFacts> = {}): MerchantFacts => ({
  url: 'https://m.test/x',
  samples: [probe, probe],
  domain: 'm.test',
  isIpLiteral: false,
  domainAgeDays: null,
  contact: null,
  history: null,
  ownPayments: null,
  listed: null,
  ...more,
})
