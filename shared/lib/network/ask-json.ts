import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

export type JsonAnswer = { status: number; body: unknown }

type Asking = {
  /** Milliseconds for the whole request, from connecting to the last byte. */
  timeoutMs: number
  headers?: Record<string, string>
  /** JSON text. Its presence makes the request a POST. */
  body?: string
}

const MAX_BYTES = 8 * 1024 * 1024
const KEPT = { keepAlive: true, noDelay: true }
const agents = { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) }

/**
 * Requests JSON from a server named in the settings, over keep-alive connections and without the streams of `fetch`.
 * Throws for a redirect, an answer above 8 MiB, an answer that is not JSON, or none within `timeoutMs`.
 */
export function askJson(url: string, { timeoutMs, headers = {}, body }: Asking): Promise<JsonAnswer> {
  const isTls = url.startsWith('https:')
  return new Promise((done, fail) => {
    const sent = (isTls ? httpsRequest : httpRequest)(url, {
      agent: isTls ? agents.https : agents.http,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    const timer = setTimeout(() => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    const giveUp = (error: Error) => {
      clearTimeout(timer)
      fail(error)
      sent.destroy()
    }
    sent.once('error', giveUp)
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) giveUp(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      response.once('error', giveUp)
      response.once('close', () => {
        if (!response.complete) giveUp(new Error('the answer broke off'))
      })
      response.once('end', () => {
        clearTimeout(timer)
        const { statusCode: status = 0 } = response
        if (status >= 300 && status < 400) return fail(new Error('the answer is a redirect'))
        try {
          done({ status, body: JSON.parse(Buffer.concat(chunks).toString()) })
        } catch (error) {
          fail(new Error('the answer is no JSON', { cause: error }))
        }
      })
    })
    sent.end(body)
  })
}
