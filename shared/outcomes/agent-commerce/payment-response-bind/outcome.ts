import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: {
      payment: 'x402-payment',
      request_digest: 'sha256',
      response_digest: 'sha256',
      settle_tx: 'transaction',
      receipt: 'json',
      mode: 'bind-mode',
    },
    gives: { binding: 'json' },
    also: { binding_digest: 'sha256' },
    either: ['payment', 'receipt'],
  },
  input: () =>
    z.object({
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
  output: () =>
    z.object({
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
  example: exampleFrom(example),
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
