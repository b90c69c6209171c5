import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import getRawBody from 'raw-body'

import { answerApi, type ApiConduct } from './card-api.ts'
import { authenticationForm, cardForm, endPage } from './card-pages.ts'
import { CardRefusal, createCardProcessor } from './card-processor.ts'
import { newCardId } from './card-objects.ts'
import { openCardStore } from './card-store.ts'
import { type FormFields, readForm, textOf } from './read-form.ts'
import { openWebhooks } from './send-webhooks.ts'

const MAX_BODY_BYTES = 64 * 1024

export type CardServer = { port: number; url: string; close: () => Promise<void> }

/**
 * Serves the playground's card processor on 127.0.0.1: the API for the holder of `secretKey`, the card form and the page
 * of 3D Secure for buyers, and signed webhooks to `webhookUrl`. `journal` is the file that keeps its objects.
 */
export async function serveCards(given: {
  port?: number
  secretKey: string
  webhookSecret: string
  webhookUrl: string
  journal?: string
}): Promise<CardServer> {
  const store = openCardStore(given.journal)
  const webhooks = openWebhooks(store, { url: given.webhookUrl, secret: given.webhookSecret })
  const conduct: ApiConduct = { mode: 'normal', delayMs: 0, times: Infinity }
  let url = ''
  const processor = createCardProcessor(store, { tell: webhooks.tell, page: (path) => url + path })

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(response, error)
      else response.destroy()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://local')
    const body = request.method === 'POST' ? await getRawBody(request, { limit: MAX_BODY_BYTES, encoding: 'utf8' }) : ''
    const fields = readForm(request.method === 'POST' ? body : search.slice(1))
    if (path === '/' && request.method === 'GET') return sendJson(response, 200, { ok: true })
    if (path === '/card-form' || path.startsWith('/3ds/'))
      return answerPage(request.method ?? '', path, fields, response)
    if (!isKeyOf(request, given.secretKey)) throw new CardRefusal(401, null, 'Invalid API Key provided.')
    // What controls the processor always works.
    const isAsked = path.startsWith('/v1/') && conduct.mode !== 'normal' && conduct.times-- > 0
    if (isAsked && conduct.mode === 'away') return void request.socket.destroy()
    if (isAsked && conduct.mode === 'slow') await pause(conduct.delayMs)
    const idempotencyKey = headerOf(request, 'idempotency-key')
    const answered = answerApi(
      { store, processor, webhooks, conduct },
      { method: request.method ?? '', path, fields, idempotencyKey },
    )
    if (isAsked && conduct.mode === 'lost') return void request.socket.destroy()
    sendJson(response, answered.status, answered.body, answered.isReplay)
  }

  /** The pages of a buyer. Whoever has the client secret of an intent may pay it. */
  function answerPage(method: string, path: string, fields: FormFields, response: ServerResponse): void {
    const returnUrl = httpUrl(textOf(fields, 'return_url'))
    const secret = textOf(fields, 'client_secret') ?? ''
    const id = path === '/card-form' ? secret.split('_secret_')[0] : path.slice('/3ds/'.length)
    const intent = processor.intentOf(id ?? '')
    if (path !== '/card-form') {
      if (method === 'GET') return sendPage(response, authenticationForm(intent, returnUrl))
      return sendEnd(response, processor.authenticate(intent.id, textOf(fields, 'answer') === 'complete'), returnUrl)
    }
    if (intent.client_secret !== secret) throw new CardRefusal(404, 'resource_missing', 'No such payment.')
    if (method === 'GET') return sendPage(response, cardForm(intent, returnUrl, null))
    try {
      const paid = processor.confirm(intent.id, { number: textOf(fields, 'number') ?? '', returnUrl })
      const next = paid.next_action?.redirect_to_url?.url
      if (next) return redirect(response, next)
      const problem = paid.last_payment_error?.message
      if (problem !== undefined) return sendPage(response, cardForm(paid, returnUrl, problem))
      sendEnd(response, paid, returnUrl)
    } catch (error) {
      if (!(error instanceof CardRefusal)) throw error
      sendPage(response, cardForm(intent, returnUrl, error.message))
    }
  }

  await new Promise<void>((done, failed) => server.once('error', failed).listen(given.port ?? 0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}`
  return {
    port,
    url,
    close: async () => {
      webhooks.stop()
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

function isKeyOf(request: IncomingMessage, key: string): boolean {
  const [sent, own] = [Buffer.from(headerOf(request, 'authorization') ?? ''), Buffer.from(`Bearer ${key}`)]
  return sent.length === own.length && timingSafeEqual(sent, own)
}

/** A URL to return to; empty for none and for what is no http(s) URL. */
const httpUrl = (text: string | null) => (/^https?:$/.test(URL.parse(text ?? '')?.protocol ?? '') ? (text ?? '') : '')

function sendEnd(response: ServerResponse, intent: Parameters<typeof endPage>[0], returnUrl: string): void {
  if (returnUrl === '') return sendPage(response, endPage(intent))
  const target = new URL(returnUrl)
  target.searchParams.set('payment_intent', intent.id)
  target.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  redirect(response, target.href)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}

function sendPage(response: ServerResponse, html: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  response.writeHead(200, { ...headers, 'x-content-type-options': 'nosniff' }).end(html)
}

function sendJson(response: ServerResponse, status: number, body: unknown, isReplay?: true): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': newCardId('req'),
      ...(isReplay === true ? { 'idempotent-replayed': 'true' } : {}),
    })
    .end(JSON.stringify(body))
}

function sendError(response: ServerResponse, error: unknown): void {
  if (!(error instanceof CardRefusal))
    return sendJson(response, 500, { error: { type: 'api_error', message: 'The playground failed.' } })
  const { status, type, code, message } = error
  sendJson(response, status, { error: { type, message, ...(code === null ? {} : { code }) } })
}
