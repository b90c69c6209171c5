import type { FirstCall } from '../first-call.ts'

/** Guidance for an agent before its first call. Registries show it verbatim, so keep it short. */
export const GUIDANCE = `Each outcome is one POST with a JSON body and one JSON answer; the caller waits for it (up to 55 s, then 202 with a Location to read).
First call: POST /api/v1/outcomes/balance/trial/claim gives a key worth 15 cents, no wallet needed. Send it as X-Service-Key or as Authorization: Bearer.
Paying per call: an unpaid call answers 402 with accepts[] (x402 v2, USDC on Base or Solana); sign one, repeat the call with PAYMENT-SIGNATURE.
Paying ahead: POST /api/v1/outcomes/balance/fund (X-Service-Key), or a day, week or month pass (X-Day-Pass).
Only a result is charged. Wrong input (422), a failed upstream (502), a time-out (504) and our own faults cost nothing; a guard's "block" and an honest "not found" are results.
A field that an outcome does not know is 422 with the nearest name; agent_id and metadata are labels of yours and always pass.
Send Idempotency-Key and keep it when you repeat a call: it then runs and costs once. X-Max-Cents refuses a dearer call.
Errors carry code, retryable, retry_after_s and fix, something you can do next. Find an outcome: GET /api/v1/catalog/search?q=words; its inputs, price and sample: GET /api/v1/outcomes/{slug}.md. What a call would cost, free: GET /api/v1/outcomes/pay-probe/{slug}.`

/** Description of the document, shown at the top of /docs (Markdown). */
export const introduction = (
  first: FirstCall | null,
) => `Small machine-callable tools for AI agents: one POST, one price, one JSON answer.
${first === null ? '' : `\n\`\`\`sh\n${first.claim}\n${first.call}\n\`\`\`\n`}
${GUIDANCE.split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}`
