import type { Agent } from 'undici'

import type { DnsMessage } from '#shared/engines/dns/read-message.ts'

import type { ReadDns } from './ask-udp.ts'

const MOST_BYTES = 65_535
const CONNECT_MS = 1_500

/**
 * Connections to DNS-over-HTTPS resolvers, loaded on first use. Idle ones are closed after seconds. HTTP/2 is allowed
 * because some resolvers require it.
 */
export class HttpsAgent {
  #agent: Promise<Agent> | undefined

  of(): Promise<Agent> {
    this.#agent ??= import('undici').then(
      ({ Agent }) =>
        new Agent({ allowH2: true, connections: 8, keepAliveTimeout: 15_000, connect: { timeout: CONNECT_MS } }),
    )
    return this.#agent
  }
}

/** Queries a resolver by DNS over HTTPS in wire format (RFC 8484). Rejects with the signal's reason or the failure. */
export async function askHttps(
  https: HttpsAgent,
  url: string,
  query: Buffer,
  read: ReadDns,
  signal: AbortSignal,
): Promise<DnsMessage> {
  const { origin, pathname, search } = new URL(url)
  const agent = await https.of()
  const { statusCode, headers, body } = await agent.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: { 'content-type': 'application/dns-message', accept: 'application/dns-message' },
    body: query,
    signal,
  })
  body.on('error', () => {})
  const type = String(headers['content-type'] ?? '')
  if (statusCode !== 200 || !type.startsWith('application/dns-message')) {
    void body.dump({ limit: MOST_BYTES }).catch(() => {})
    throw new Error(`it answered ${statusCode}`)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    // Safe: the body yields Buffers.
    chunks.push(chunk as Buffer)
    bytes += chunks.at(-1)?.length ?? 0
    if (bytes > MOST_BYTES) throw new Error('it answered with more than a message can have')
  }
  return read(Buffer.concat(chunks))
}
