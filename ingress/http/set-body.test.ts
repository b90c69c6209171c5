import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

import Koa, { type Context } from 'koa'
import { expect, test } from 'vitest'

import { setBody } from './set-body.ts'

/** What a client of Koa gets when a body is set like this. */
async function answered(set: (ctx: Context) => void) {
  const app = new Koa()
  app.use(set)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  const { status, headers } = answer
  const text = await answer.text()
  server.close()
  return [status, headers.get('content-type'), headers.get('content-length'), text]
}

test.each<[string, () => unknown, string | undefined]>([
  ['an object', () => ({ a: 'é' }), undefined],
  ['a list', () => [1, null], undefined],
  ['an object of another JSON type', () => ({ openapi: '3.1.0' }), 'application/problem+json'],
  ['an object after a page was meant', () => ({ a: 1 }), 'html'],
  ['a text', () => 'é', undefined],
  ['bytes', () => Buffer.from('ab'), undefined],
  ['a stream', () => Readable.from(['a', 'b']), 'text/plain'],
  ['nothing', () => null, undefined],
])('%s is answered as Koa answers it', async (_, body, type) => {
  const typed = (ctx: Context) => {
    if (type !== undefined) ctx.type = type
  }
  const ours = await answered((ctx) => (typed(ctx), setBody(ctx, body())))
  expect(ours).toEqual(
    await answered((ctx) => {
      typed(ctx)
      ctx.body = body()
    }),
  )
})
