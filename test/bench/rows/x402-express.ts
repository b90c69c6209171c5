import { createHash } from 'node:crypto'

import { type FacilitatorClient, HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/express'
import express from 'express'

import { BASE, BASE_USDC, BASE_USDC_DOMAIN } from '#shared/chains/networks.ts'
import { endWithParent } from '#shared/lib/end-with-parent.ts'

import { bareFacilitator } from '../bare-facilitator.ts'

/**
 * The stock paid route: `@x402/express` before a bare handler that makes the same hash. With FACILITATOR_URL it asks the
 * stock facilitator over HTTP, without it the facilitator is in this process.
 */
const { FACILITATOR_URL, PAY_TO = '', AMOUNT = '', PORT } = process.env
endWithParent(process.env['FAREBOX_PARENT_PID'])
const app = express()
const accepts = {
  scheme: 'exact',
  network: BASE,
  payTo: PAY_TO,
  maxTimeoutSeconds: 120,
  price: { asset: BASE_USDC, amount: AMOUNT, extra: { ...BASE_USDC_DOMAIN } },
} as const
const server = new x402ResourceServer(FACILITATOR_URL === undefined ? inProcess() : overHttp(FACILITATOR_URL))
server.register(BASE, new ExactEvmScheme())
app.use(paymentMiddleware({ 'POST /hash-text': { accepts, description: 'Hashes text.' } }, server))
app.use(express.json())
app.post('/hash-text', (request, response) => {
  // Safe: the bench sends this body.
  const { text } = request.body as { text: string }
  const digest = createHash('sha256').update(text).digest()
  response.json({ ok: true, result: { hex: digest.toString('hex'), base64: digest.toString('base64') } })
})
app.listen(Number(PORT), '127.0.0.1')

function overHttp(url: string): FacilitatorClient {
  return new HTTPFacilitatorClient({ url })
}

function inProcess(): FacilitatorClient {
  const facilitator = bareFacilitator(process.env)
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    // Safe: its networks are typed as strings; they are the ones it was registered with.
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}
