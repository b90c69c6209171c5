import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { RIVAL_HOST } from '#shared/lib/network/sample-site.ts'

import { companyPages, rivalPages } from './company-pages.ts'
import { merchantAnswers, type PayTo } from './merchant-answers.ts'
import { answerSeller, SELLER_PATH } from './seller-answers.ts'
import type { SiteAnswer } from './site-answer.ts'

const FILES = {
  'hello.pdf': 'application/pdf',
  'sign.png': 'image/png',
  'flag.png': 'image/png',
  'cat.jpg': 'image/jpeg',
}

/**
 * Serves the site that the samples of web-reading outcomes name in the playground: a company with its pages, a rival, a
 * merchant who sells by x402, the API of a seller's endpoint, a document and pictures. Listens on a free port of 127.0.0.1, which only guarded egress
 * leads to. `payTo` are the addresses the merchant names.
 */
export async function serveSampleSite(payTo: PayTo): Promise<{ port: number; close: () => void }> {
  const own: Record<string, SiteAnswer> = { ...companyPages, ...(await files()), ...merchantAnswers(payTo) }
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === SELLER_PATH)
      answerSeller(request, response).catch(() => response.destroy())
    else answer(isForRival(request) ? rivalPages : own, request, response)
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done))
  server.unref()
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answer(pages: Readonly<Record<string, SiteAnswer>>, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  const {
    status = 200,
    type = 'text/html; charset=utf-8',
    headers = {},
    body = '',
  } = Object.hasOwn(pages, path) && pages[path] !== undefined ? pages[path] : NOT_THERE
  request.resume()
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const NOT_THERE: SiteAnswer = { status: 404, body: '<!doctype html><title>Not found</title><h1>Not found</h1>' }

const isForRival = ({ headers }: IncomingMessage) => (headers.host ?? '').split(':')[0] === RIVAL_HOST

async function files(): Promise<Record<string, SiteAnswer>> {
  const folder = join(import.meta.dirname, 'files')
  const read = Object.entries(FILES).map(async ([name, type]): Promise<[string, SiteAnswer]> => [
    `/${name}`,
    { type, body: await readFile(join(folder, name)) },
  ])
  return Object.fromEntries(await Promise.all(read))
}
