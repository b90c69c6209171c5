import { testSigner } from '#test/support/files/receipt-vectors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { fakeContext } from './fake-context.ts'

/** A signing door that signs with the published test keys. For tests only. */
export const testSigning: OutcomeContext['signing'] = {
  baseUrl: 'https://farebox.example',
  keys: () => Promise.resolve([testSigner.key]),
  statement: (statement) => Promise.resolve(testSigner.statement(statement)),
  envelope: () => Promise.reject(new Error('nothing here signs envelopes')),
}

/** A context that signs, and does nothing else. For tests only. */
export const signingContext = (more: Partial<OutcomeContext> = {}) => fakeContext({ signing: testSigning, ...more })

export const USDC_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const USDC_SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const SOLANA_PAYEE = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
export const FEE_PAYER = 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd'

/** Two cents on Base. For tests only. */
export const baseAccept = (changes: Record<string, unknown> = {}) => ({
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '20000',
  asset: USDC_BASE,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
  ...changes,
})

/** Two cents on Solana. For tests only. */
export const solanaAccept = (changes: Record<string, unknown> = {}) => ({
  scheme: 'exact',
  network: SOLANA,
  amount: '20000',
  asset: USDC_SOLANA,
  payTo: SOLANA_PAYEE,
  maxTimeoutSeconds: 60,
  extra: { feePayer: FEE_PAYER },
  ...changes,
})

/** A 402 without a fault. For tests only. */
export const goodDocument = (changes: Record<string, unknown> = {}) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'https://api.example.com/search', description: 'Searches.', mimeType: 'application/json' },
  accepts: [baseAccept(), solanaAccept()],
  ...changes,
})

/** As a header carries it. For tests only. */
export const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
