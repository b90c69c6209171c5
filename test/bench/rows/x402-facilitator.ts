import { createServer } from 'node:http'

import { endWithParent } from '#shared/lib/end-with-parent.ts'

import { bareFacilitator } from '../bare-facilitator.ts'

/** The stock facilitator of x402 over HTTP: what `HTTPFacilitatorClient` asks. */
endWithParent(process.env['FAREBOX_PARENT_PID'])
const facilitator = bareFacilitator(process.env)

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    void answer(request.url ?? '', Buffer.concat(chunks).toString()).then(
      (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')

type Asked = Parameters<typeof facilitator.verify>

async function answer(path: string, text: string): Promise<unknown> {
  if (path === '/supported') return facilitator.getSupported()
  // Safe: the bench and the official client ask, nobody else.
  const asked = JSON.parse(text) as { paymentPayload: Asked[0]; paymentRequirements: Asked[1] }
  return path === '/verify'
    ? facilitator.verify(asked.paymentPayload, asked.paymentRequirements)
    : facilitator.settle(asked.paymentPayload, asked.paymentRequirements)
}
