import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { acmeSite, companyPage } from '#test/support/fakes/fake-company.ts'
import { headersOf } from '#test/support/fakes/merchant-facts.ts'
import { baseAccept, goodDocument, solanaAccept } from '#test/support/fakes/payment-documents.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import { wavFile } from '#test/support/files/audio-file.ts'
import { photo } from '#test/support/files/image-file.ts'
import { helloPdf } from '#test/support/files/pdf-file.ts'
import type { SourceWaits } from './source-waits.ts'

/** A company, two of its kind, and one who sells by x402. All of them are one server on this machine. */
export const SITES = ['acme.com', 'globex.com', 'initech.com', 'merchant.com'] as const

type Served = { status?: number; headers?: Record<string, string>; type?: string; body?: string | Buffer }

/** The sites, each page after the fixed delay. `allow` is what EGRESS_ALLOW has to say. */
export async function startSites(waits: SourceWaits) {
  const pages = await allPages()
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').split(':')[0] ?? ''
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    request.resume()
    void waits.hold(() => {
      const { status = 200, type = 'text/html; charset=utf-8', headers = {}, body = '' } = servedAt(pages, host, path)
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    allow: SITES.map((site) => `${site}:${port}=127.0.0.1`).join(','),
    close: () => server.close().closeAllConnections(),
  }
}

/**
 * The guarded egress with `https://SITE/` led to the server of the sites: nothing here has a certificate that the public
 * roots know. Everything else goes the usual way.
 */
export function ledToSites(egress: EgressDoor, port: number): EgressDoor {
  const there = (url: string) =>
    url.replace(/^https:\/\/([\w.-]+)(?=[/?#]|$)/, (whole: string, host: string) =>
      SITES.some((site) => site === host) ? `http://${host}:${port}` : whole,
    )
  const back = (url: string) =>
    SITES.reduce((text, site) => text.replace(`http://${site}:${port}`, `https://${site}`), url)
  return {
    async fetch(url, request) {
      const answer = await egress.fetch(there(url), request)
      if (there(url) === url) return answer
      return {
        ...answer,
        url: back(answer.url),
        hops: answer.hops.map((hop) => ({ ...hop, url: back(hop.url), location: back(hop.location) })),
        redirect: answer.redirect === null ? null : back(answer.redirect),
      }
    },
    vet: async (url, signal) => {
      const vetted = await egress.vet(there(url), signal)
      return there(url) === url ? vetted : back(vetted)
    },
  }
}

type Pages = Readonly<Record<string, Readonly<Record<string, Served>>>>

function servedAt(pages: Pages, host: string, path: string): Served {
  if (host === 'merchant.com' && path.startsWith('/paid')) return sold(path)
  return pages[host]?.[path] ?? { status: 404, body: '<h1>Not found</h1>' }
}

function sold(path: string): Served {
  const resource = { url: `https://merchant.com${path}`, description: 'Searches.', mimeType: 'application/json' }
  const document = goodDocument({ resource, accepts: [baseAccept(), solanaAccept()] })
  return { status: 402, type: 'application/json', headers: headersOf(document), body: JSON.stringify(document) }
}

async function allPages(): Promise<Pages> {
  const acme = Object.entries(acmeSite()).map(([path, served]): [string, Served] => {
    const { body = '', type = 'text/html; charset=utf-8' } = typeof served === 'string' ? { body: served } : served
    return [path, { type, body: body.replaceAll('e.test', 'acme.com') }]
  })
  const article = (name: string) => ({
    body: companyPage(
      `${name} | Widgets`,
      `<main><h1>${name}</h1><p>Acme was founded in 1999 and is headquartered in Berlin.</p>${`<p>${name} makes widgets of steel for bridges, and has done so for many years in the same town.</p>`.repeat(12)}<a href="/pricing">Pricing</a></main>`,
    ),
  })
  return {
    'acme.com': {
      ...Object.fromEntries(acme),
      '/r1': { status: 302, headers: { location: '/r2' } },
      '/r2': { status: 302, headers: { location: '/about' } },
      '/photo.jpg': { type: 'image/jpeg', body: await photo('jpeg') },
      '/sign.png': { type: 'image/png', body: await photo('png') },
      '/hello.wav': { type: 'audio/wav', body: wavFile(1) },
      '/hello.pdf': { type: 'application/pdf', body: helloPdf('Hello.', 'A second page.') },
    },
    'globex.com': { '/': article('Globex'), '/pricing': article('Globex pricing') },
    'initech.com': { '/': article('Initech'), '/pricing': article('Initech pricing') },
    'merchant.com': {
      '/': article('Merchant'),
      '/openapi.json': {
        type: 'application/json',
        body: JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'Merchant', version: '1', contact: { email: 'ops@merchant.com' } },
          paths: { '/paid/a': { get: { responses: { 402: { description: 'Payment required' } } } } },
        }),
      },
    },
  }
}
