import { mkdtempSync, rmSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { toClientEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'

import { catalog } from '#shared/catalog/catalog.ts'
import { MEDIA_LIMITS } from '#shared/media/media-limits.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { videoFile } from '../files/video-file.ts'
import { registerAccount } from '../world/market.ts'
import { heldBack } from '../world/test-outcomes.ts'
import { eventually, openWorld, randomId } from '../world/world.ts'
import { openSettlementLab } from './settlement-lab.ts'

/** Reads of calls that one address may make a minute here. */
export const READS_OF_AN_ADDRESS = 20

/**
 * A world behind a reverse proxy, with a Base chain to pay on. Every method sends its requests to `front`, the proxy's
 * address.
 */
export async function openProxyLab() {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-proxy-'))
  const chain = await openSettlementLab({ base: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await chain.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const world = await openWorld({
    backend: 'redis',
    pools: ['outcome', 'router-workflow', 'screenshot', 'media-processing'],
    env: {
      SETTLEMENT_URL,
      BASE_PAY_TO: chain.env()['BASE_PAY_TO'] ?? '',
      TRUST_PROXY_HOPS: '1',
      DATA_DIR: join(folder, 'data'),
    },
    limits: { 'call-read': READS_OF_AN_ADDRESS },
  })
  await world.ready()

  const send = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    // Safe: every answer of ours is a JSON object; that of a proxy fails here.
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: answer }
  }

  return {
    /** The ingress, as a proxy is to name it. */
    upstream: new URL(world.baseUrl).host,
    folder: (name: string) => join(folder, name),

    /** The statuses of an unpaid call of every outcome, by slug. */
    async unpaidStatuses(front: string): Promise<Map<string, number>> {
      const statuses = new Map<string, number>()
      for (const slug of catalog.keys()) {
        const response = await fetch(`${front}/api/v1/outcomes/${slug}`, { method: 'POST' })
        await response.arrayBuffer()
        statuses.set(slug, response.status)
      }
      return statuses
    },

    /** A call that the unchanged official client pays on Base. */
    async payOnChain(front: string) {
      const signer = toClientEvmSigner(await chain.base.wallet({ microUsdc: 5_000_000n }))
      const paying = new x402Client()
      registerExactEvmScheme(paying, { signer })
      const response = await wrapFetchWithPayment(fetch, paying)(`${front}/api/v1/outcomes/hash-text`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"hello"}',
      })
      return { status: response.status, body: await response.json(), receipt: response.headers.get('payment-response') }
    },

    /** Watches a call that stands still in its first step: resolves when that step was seen, then with all events. */
    async watchEvents(front: string): Promise<string> {
      const { key } = await world.key(60)
      const label = randomId()
      const first = Promise.withResolvers<void>()
      heldBack.set(`${label}-first`, first.promise)
      const accepted = await send(
        `${front}/api/v1/outcomes/test-workflow`,
        { label },
        { 'x-service-key': key, prefer: 'respond-async' },
      )
      const path = accepted.headers.get('location') ?? ''
      const { body } = await fetch(`${front}${path}/events`, {
        headers: { 'x-call-token': String(accepted.body['call_token']) },
      })
      let events = ''
      const reading = (async () => {
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) events += text
      })()
      await eventually(() => events.includes('"state":"running"'))
      first.resolve()
      await reading
      return events
    },

    /** Uploads a film of `bytes` bytes to a new listing. */
    async upload(front: string, bytes: number = MEDIA_LIMITS.video.maxBytes) {
      const seller = await registerAccount(world)
      const { body } = await seller.request('POST', '/api/listings', { title: 'A film', price_cents: 500 })
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(padded(await videoFile('mp4'), bytes))]), 'film.mp4')
      const response = await fetch(`${front}/api/listings/${String(body['listing_id'])}/video`, {
        method: 'POST',
        headers: seller.bearer,
        body: form,
      })
      return { status: response.status, text: await response.text() }
    },

    /** The status of a read of a call that does not exist, sent from one of this machine's addresses. */
    readFrom(front: string, localAddress: string, headers: Record<string, string> = {}): Promise<number> {
      const request = front.startsWith('https:') ? requestHttps : requestHttp
      const path = `/api/v1/calls/call_${'0'.repeat(32)}`
      return new Promise((resolve, reject) => {
        const asked = request(front + path, { localAddress, family: 4, headers }, (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode ?? 0))
        })
        asked.once('error', reject)
        asked.end()
      })
    },

    async close(): Promise<void> {
      await world.close()
      await chain.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type ProxyLab = Awaited<ReturnType<typeof openProxyLab>>

/** A film that a box of free space makes this large (ISO/IEC 14496-12, 8.1.2). */
function padded(film: Buffer, bytes: number): Buffer {
  const box = Buffer.alloc(bytes - film.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4, 'latin1')
  return Buffer.concat([film, box])
}
