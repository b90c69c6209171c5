import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { z } from 'zod'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const SentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute).default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.int().optional(), message: z.string().optional() }).default({}),
})
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })),
    }),
  ),
})

export type ReceivedSpan = Omit<z.output<typeof SentSpan>, 'attributes'> & {
  service: string
  facts: Record<string, unknown>
}

const valueOf = ({ value }: z.output<typeof Attribute>) => Object.values(value)[0]

/** A receiver of OTLP over HTTP, in JSON. Keeps all spans it is sent, and the whole of what it was sent as text. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const sent: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await json(request)
    sent.push(JSON.stringify({ headers: request.headers, body }))
    for (const { resource, scopeSpans } of Sent.parse(body).resourceSpans) {
      const service = String(resource.attributes.filter(({ key }) => key === 'service.name').map(valueOf)[0])
      for (const { attributes, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, facts: Object.fromEntries(attributes.map((one) => [one.key, valueOf(one)])) })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => sent.join('\n'),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
