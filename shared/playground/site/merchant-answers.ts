import { BASE, BASE_USDC, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'
import { SAMPLE_HOST } from '#shared/lib/network/sample-site.ts'

import type { SiteAnswer } from './site-answer.ts'

/** The addresses that the sample merchant is paid at, and who pays Solana's fees. */
export type PayTo = { base: string; solana: string; feePayer: string }

const json = (value: unknown, more: Partial<SiteAnswer> = {}): SiteAnswer => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...more,
})

/** A merchant who sells by x402: one path that is paid, one that is free, and its documents. It never settles a payment. */
export function merchantAnswers(payTo: PayTo): Readonly<Record<string, SiteAnswer>> {
  const url = `http://${SAMPLE_HOST}/merchant/paid`
  const terms = { scheme: 'exact', amount: '20000', maxTimeoutSeconds: 60 }
  const required = {
    x402Version: 2,
    error: 'Payment required',
    resource: { url, description: 'One steel widget, as JSON.', mimeType: 'application/json' },
    accepts: [
      { ...terms, network: BASE, asset: BASE_USDC, payTo: payTo.base, extra: { name: 'USD Coin', version: '2' } },
      { ...terms, network: SOLANA, asset: SOLANA_USDC, payTo: payTo.solana, extra: { feePayer: payTo.feePayer } },
    ],
  }
  const headers = {
    'payment-required': Buffer.from(JSON.stringify(required)).toString('base64'),
    'access-control-expose-headers': 'PAYMENT-REQUIRED',
    'cache-control': 'no-store',
  }
  return {
    '/merchant/paid': json(required, { status: 402, headers }),
    '/merchant/free': json({ widgets: 3 }),
    '/.well-known/x402.json': json({ version: 1, resources: [url] }),
    '/openapi.json': json({
      openapi: '3.1.0',
      info: { title: 'Sample merchant', version: '1.0.0' },
      servers: [{ url: `http://${SAMPLE_HOST}` }],
      paths: {
        '/merchant/paid': {
          get: {
            operationId: 'get_widget',
            summary: 'One steel widget',
            'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: '0.02' }, protocols: ['x402'] },
            responses: { 200: { description: 'A widget' }, 402: { description: 'Payment required' } },
          },
        },
      },
    }),
  }
}
