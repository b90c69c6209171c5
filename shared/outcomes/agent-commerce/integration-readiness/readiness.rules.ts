/** What an origin that agents pay should have: weights of 100 together; `must` decides whatever the score. */
export type ReadinessRule = { weight: number; must?: true; fix: string }

export const READINESS_RULES = {
  reachable_tls: { weight: 4, must: true, fix: 'Serve the origin over https with a certificate that verifies.' },
  payable_402: { weight: 3, must: true, fix: 'Answer the unpaid call with a 402 that payment-required-lint passes.' },
  input_schema: {
    weight: 3,
    must: true,
    fix: 'Say what the call takes: OpenAPI, the bazaar extension or outputSchema.',
  },
  x402_json: { weight: 10, fix: 'Serve /.well-known/x402.json with the resources that are paid for.' },
  openapi_402: {
    weight: 10,
    fix: 'Serve /openapi.json, with x-payment-info or a 402 response on each paid operation.',
  },
  header_body: { weight: 10, fix: 'Send the same PaymentRequired in the PAYMENT-REQUIRED header and in the body.' },
  dual_rail: { weight: 5, fix: 'Offer USDC on Base and on Solana.' },
  cors_expose: { weight: 5, fix: 'Send Access-Control-Expose-Headers: PAYMENT-REQUIRED, PAYMENT-RESPONSE.' },
  receipt: { weight: 10, fix: 'Document PAYMENT-RESPONSE, or offer receipts (offer-receipt).' },
  idempotency: { weight: 10, fix: 'Take Idempotency-Key, or offer the payment-identifier extension.' },
  stable_payto: { weight: 10, fix: 'Keep payTo the same from one 402 to the next.' },
  latency: { weight: 5, fix: 'Answer the unpaid call within three seconds.' },
  error_json: { weight: 5, fix: 'Answer errors as JSON.' },
  header_budget: { weight: 5, fix: 'Keep the PAYMENT-REQUIRED header under 8 KB.' },
  llms_or_mcp: { weight: 5, fix: 'Serve /llms.txt, or describe an MCP server.' },
} as const satisfies Record<string, ReadinessRule>

export type ReadinessCheckId = keyof typeof READINESS_RULES

/** What a buyer needs before it can pay anybody. */
export const BUYER_RULES = {
  signer: { weight: 40, must: true, fix: 'Give the client a wallet it can sign with.' },
  networks: { weight: 25, must: true, fix: 'Hold USDC on Base (eip155:8453) or Solana.' },
  schemes: { weight: 25, must: true, fix: 'Sign the exact scheme.' },
  budget: { weight: 10, fix: 'Set max_usd above zero; client libraries refuse more than $1 unless told otherwise.' },
} as const satisfies Record<string, ReadinessRule>

/** The score it takes besides every must-have. */
export const READY_SCORE = 60
