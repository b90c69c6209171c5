import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { Pool } from 'undici'

/** What is to be called, by how many callers at once, and how long those who were refused come back. */
export type Burst = { url: string; path: string; headers: Record<string, string>; callers: number; seconds: number }

/** How many answers had which status, by status; `first` are those to the calls that were sent at once. */
export type Answers = { first: Record<string, number>; later: Record<string, number> }

const ANSWER_MS = 20_000

/**
 * Callers in a process of their own, so that what they cost slows no measurement in another: all call at once, each on a
 * connection of its own, and who is answered 503 calls again after Retry-After, as a client should. Told by a POST with a
 * Burst; answers when every caller has its last answer.
 */
async function sendAll({ url, path, headers, callers, seconds }: Burst): Promise<Answers> {
  const pool = new Pool(url, { connections: callers, pipelining: 1, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS })
  const answers: Answers = { first: {}, later: {} }
  const until = performance.now() + seconds * 1_000
  const count = (of: Record<string, number>, status: string) => (of[status] = (of[status] ?? 0) + 1)
  const call = async (): Promise<{ status: string; retryAfterS: number }> => {
    try {
      const {
        statusCode,
        headers: answered,
        body,
      } = await pool.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"text":"hello"}',
      })
      await body.dump()
      return { status: String(statusCode), retryAfterS: Number(answered['retry-after'] ?? 1) }
    } catch (error) {
      return { status: String(error instanceof Error && 'code' in error ? error.code : error), retryAfterS: 1 }
    }
  }
  const caller = async () => {
    let answer = await call()
    count(answers.first, answer.status)
    while (answer.status === '503') {
      if (performance.now() + answer.retryAfterS * 1_000 > until) return
      await pause(answer.retryAfterS * 1_000)
      answer = await call()
      count(answers.later, answer.status)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  await pool.close()
  return answers
}

createServer((request, response) => {
  void (async () => {
    // Safe: the bench tells us.
    const answers = await sendAll((await json(request)) as Burst)
    response.end(JSON.stringify(answers))
  })().catch((error: unknown) => response.writeHead(500).end(String(error)))
}).listen(Number(process.env['PORT']), '127.0.0.1')
