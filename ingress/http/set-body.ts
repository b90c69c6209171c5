import { Stream } from 'node:stream'

import type { Context } from 'koa'

/**
 * Sets the body of an answer: strings, bytes and streams as they are, anything else as the text of its JSON. Koa writes JSON
 * itself, but to tell a plain object from a `Response` it loads all of `fetch`, which takes 5 MB and blocks for 30 ms.
 */
export function setBody(ctx: Context, body: unknown): void {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || body instanceof Stream) {
    ctx.body = body
    return
  }
  if (!/\bjson\b/i.test(ctx.type)) ctx.type = 'json'
  ctx.body = JSON.stringify(body)
}
