import { Agent, request } from 'node:http'

/** A request of the walk, as it goes out. */
export type Sent = { method: string; path: string; headers: Record<string, string>; body?: Buffer | undefined }

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Sends a request and reads its answer: the status, 0 when the connection broke (a body over the limit is answered
 * before it was read), null when nothing came within `withinMs`.
 */
export function send(baseUrl: string, { method, path, headers, body }: Sent, withinMs: number) {
  return new Promise<{ status: number | null; text: string }>((resolve) => {
    const asked = request(baseUrl + path, { method, headers: { ...headers, ...lengthOf(body) }, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      const done = () => {
        clearTimeout(timer)
        resolve({ status: response.statusCode ?? 0, text })
      }
      response.on('end', done)
      response.on('error', done)
    })
    const timer = setTimeout(() => {
      asked.destroy()
      resolve({ status: null, text: '' })
    }, withinMs)
    asked.on('error', () => {
      clearTimeout(timer)
      resolve({ status: 0, text: '' })
    })
    asked.end(body)
  })
}

/** What a server answers to a request that says it will send so many bytes, and sends none. */
export function announce(url: string, bytes: number, { method, headers }: Omit<Sent, 'path' | 'body'>) {
  return new Promise<string>((resolve, reject) => {
    const asked = request(url, { method, headers: { ...headers, 'content-length': String(bytes) } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        asked.destroy()
        resolve(text)
      })
    })
    asked.on('error', reject)
    asked.flushHeaders()
  })
}

const lengthOf = (body: Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) }
