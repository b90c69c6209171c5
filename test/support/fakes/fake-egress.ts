import type { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import type { EgressAnswer, EgressConnection, EgressDoor, EgressRequest } from '#shared/doors/egress.ts'

type Page = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  connection?: EgressConnection
}

/** What a URL does: a page, a page by method, or a refusal. */
export type Told = string | Page | Refusal | ((request: EgressRequest) => Page | Refusal)

const PLAIN: EgressConnection = { httpVersion: '1.1', tls: null }
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * An egress without a network, for tests of outcomes: URLs do what they are told, every other one is not allowed. `asked`
 * holds what was asked for, in order.
 */
export function fakeEgress(pages: Record<string, Told>) {
  const asked: { url: string; request: EgressRequest }[] = []
  const tell = (url: string, request: EgressRequest): Page => {
    asked.push({ url, request })
    const told = pages[url]
    const page = typeof told === 'function' ? told(request) : told
    if (page === undefined) throw urlNotAllowed()
    if (page instanceof Error) throw page
    return typeof page === 'string' ? { body: page } : page
  }
  const door: EgressDoor = {
    vet: async (url) => new URL(url).href,
    async fetch(text, request = {}) {
      let url = new URL(text).href
      const hops: EgressAnswer['hops'][number][] = []
      for (;;) {
        const { status = 200, headers = {}, body = '', connection = PLAIN } = tell(url, request)
        const to = REDIRECTS.has(status) ? headers['location'] : undefined
        const location = to === undefined ? null : new URL(String(to), url).href
        if (location !== null && request.maxRedirects !== 0) {
          hops.push({ url, status, location, ms: 1 })
          url = location
          continue
        }
        const [type = '', charset] = String(headers['content-type'] ?? 'text/html; charset=utf-8').split(/;\s*charset=/)
        const bytes = request.method === 'HEAD' || request.maxWireBytes === 0 ? Buffer.alloc(0) : Buffer.from(body)
        return {
          url,
          status,
          headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
          contentType: type,
          charset: charset ?? null,
          body: bytes,
          wireBytes: bytes.length,
          truncated: false,
          hops,
          redirect: location,
          timings: { dns: 1.5, connect: 2.5, tls: connection.tls === null ? null : 3.5, firstByte: 4.5, total: 9 },
          connection: request.inspect === true ? connection : null,
          fetchedAt: new Date('2026-11-20T12:00:00.000Z'),
        }
      }
    },
  }
  return { ...door, asked }
}
