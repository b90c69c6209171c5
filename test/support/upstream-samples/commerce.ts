import type { UpstreamSamples } from './sample.ts'

/** What the upstreams of the outcomes about merchants and tokens answer. */
export const commerceSamples: UpstreamSamples = {
  jupiter: {
    ok: {
      body: [
        {
          id: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
          name: 'USD Coin',
          symbol: 'USDC',
          decimals: 6,
          tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
          isVerified: true,
          tags: ['verified'],
        },
      ],
    },
    notFound: { status: 200, body: [] },
    errorsInside200: [{ body: { error: 'Rate limit exceeded' } }],
  },
  'x402-bazaar': {
    ok: {
      body: {
        payTo: '0x0FF5A6ecef783BBA35463ec2F8403B9B5e9e7C86',
        resources: [
          {
            resource: 'https://merchant.example/paid',
            type: 'http',
            x402Version: 2,
            accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '20000' }],
            lastUpdated: '2026-11-19T10:00:00.000Z',
          },
        ],
        pagination: { limit: 100, offset: 0, total: 1 },
      },
    },
    notFound: { status: 404, body: { errorType: 'not_found', errorMessage: 'No active resources.' } },
    errorsInside200: [{ body: { errorType: 'rate_limit_exceeded', errorMessage: 'Too many requests.' } }],
  },
}
