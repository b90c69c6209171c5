/**
 * The outcomes that may also be asked by GET, under their own path and under an alias (outcomes-api.md, Discovery).
 * Without parameters the GET is free help; with some, and by POST under the alias, it is the paid call. `names` are
 * parameters that stand for an input of another name.
 */
export type GetCall = { slug: string; alias: string; names: Readonly<Record<string, string>> }

export const GET_CALLS: readonly GetCall[] = [
  { slug: 'route-pay-probe', alias: '/api/x402/routes/probe', names: {} },
  { slug: 'integration-readiness', alias: '/api/x402/integrations/readiness', names: {} },
  { slug: 'settlement-status', alias: '/api/x402/payments/settlement', names: {} },
  { slug: 'endpoint-match', alias: '/api/x402/endpoints/match', names: { q: 'need' } },
]
