import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const document = z.union([z.looseObject({}), z.string().max(262_144)]).optional()
const text = z.string().nullable()
const modes = ['lint', 'bind', 'verify'] as const

export const paymentResponseBind = defineOutcome({
  slug: 'payment-response-bind',
  title: 'Payment-response bind',
  description:
    'Binds a payment to the exact request and response it bought (signed with the published receipt key), checks such a ' +
    'binding, or lints which of payment, request, response, settlement and receipt are tied together and what is missing.',
  cents: 2,
  decisions: lintDecisions,
  input: z.object({
    payment: document.describe('payment payload or header value'),
    request_digest: z.string().max(200).optional().describe('sha256 hex of the request'),
    response_digest: z.string().max(200).optional().describe('sha256 hex of the response body'),
    settle_tx: z.string().max(200).optional().describe('settlement transaction'),
    receipt: document.describe('existing binding or receipt'),
    mode: z
      .enum(modes)
      .default('lint')
      .describe('lint reports what is bound; bind issues a signed binding; verify checks one'),
  }),
  output: z.object({
    ...lintFields,
    mode: z.enum(modes),
    binding: z
      .object({
        version: z.literal(1),
        payment_digest: z.string(),
        request_digest: z.string(),
        response_digest: z.string(),
        settle_tx: text,
        network: text,
        pay_to: text,
        amount: text,
        issued_at: z.string(),
      })
      .nullable(),
    binding_digest: text.describe('sha256 of the RFC 8785 form of the binding without issued_at'),
    signature: text.describe('Ed25519 (base64url) over "bind1|" and the sha256 of the RFC 8785 form of the binding'),
    key_id: text.describe('the key that signed; mode bind'),
    links: z.array(
      z.object({
        link: z.enum(['payment-request', 'payment-settlement', 'request-response', 'receipt-payment']),
        status: z.enum(['bound', 'unbound', 'contradicted', 'missing']),
      }),
    ),
    complete: z.boolean().describe('all four links bound'),
    gaps: z.array(z.string()).describe('what is missing to make it dispute-proof'),
  }),
  example: {
    input: {
      payment: {
        x402Version: 2,
        accepted: {
          scheme: 'exact',
          network: 'eip155:8453',
          amount: '20000',
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
          maxTimeoutSeconds: 60,
        },
        payload: {
          authorization: {
            from: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
            to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
            value: '20000',
            validAfter: '0',
            validBefore: '1795000000',
            nonce: '0x2222222222222222222222222222222222222222222222222222222222222222',
          },
        },
      },
      request_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      receipt: {
        transaction: '0x1111111111111111111111111111111111111111111111111111111111111111',
        network: 'eip155:8453',
        payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
        amount: '20000',
        request_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      },
    },
    output: {
      valid: true,
      decision: 'review',
      x402_version: 2,
      findings: [
        {
          code: 'PB_MISSING',
          severity: 'warning',
          path: '',
          message: 'request-response cannot be judged: request_digest and response_digest were not both given.',
          spec: null,
          fix: 'Send what is missing.',
        },
      ],
      summary: { errors: 0, warnings: 1, infos: 0 },
      input_digest: '5ce96d822e0634edb69b6a98a7dbd4bc50ed9539d4110e2d837382337e5df4a2',
      mode: 'lint',
      binding: null,
      binding_digest: null,
      signature: null,
      key_id: null,
      links: [
        { link: 'payment-request', status: 'bound' },
        { link: 'payment-settlement', status: 'bound' },
        { link: 'request-response', status: 'missing' },
        { link: 'receipt-payment', status: 'bound' },
      ],
      complete: false,
      gaps: ['request-response: request_digest and response_digest were not both given'],
    },
  },
  check: ({ mode, payment, request_digest, response_digest, settle_tx, receipt }) => {
    const given = [payment, request_digest, response_digest, settle_tx, receipt]
    if (mode === 'lint' && given.every((one) => one === undefined))
      throw invalidFields({
        path: ['payment'],
        msg: 'Value error, at least one of payment, request_digest, response_digest, settle_tx and receipt is needed',
      })
    const needed = mode === 'bind' ? { payment, request_digest, response_digest } : mode === 'verify' ? { receipt } : {}
    const missing = Object.entries(needed).filter(([, value]) => value === undefined)
    if (missing.length > 0)
      throw invalidFields(
        ...missing.map(([name]) => ({ path: [name], type: 'missing', msg: `Field required in mode ${mode}` })),
      )
    refuseDeep('payment', payment)
    refuseDeep('receipt', receipt)
  },
  run: async (input, { now, signing }) => {
    const { bindResponse } = await import('./bind-response.ts')
    let keyId: string | null = null
    const bound = await bindResponse(input, {
      now: now(),
      keys: signing.keys,
      sign: async (digest) => {
        const { signature, key_id } = await signing.statement({ profile: 'bind1', digest })
        keyId = key_id
        return signature
      },
    })
    return { ...bound, key_id: keyId }
  },
})
