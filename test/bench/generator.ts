import { Pool } from 'undici'

export type Load = {
  url: string
  path: string
  connections: number
  seconds: number
  /** Headers of the nth request. */
  headers: (nth: number) => Record<string, string>
  /** Sent with each request; a text for hash-text unless given. */
  body?: string
  status: number
  right: (body: string) => boolean
}

/**
 * What one row gave at one number of connections. Only right answers count; times are of all answers. `wrongAs` counts the
 * others by status and error code, or by the error of the connection.
 */
export type Measured = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  right: number
  wrong: number
  wrongAs: Record<string, number>
}

const BODY = '{"text":"hello"}'

/** The one generator of all rows: each connection sends the next request when it has the answer to the last. */
export async function load({
  url,
  path,
  connections,
  seconds,
  headers,
  body: given,
  status,
  right,
}: Load): Promise<Measured> {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })
  const times: number[] = []
  let sent = 0
  const wrongAs: Record<string, number> = {}
  const countWrong = (as: string) => (wrongAs[as] = (wrongAs[as] ?? 0) + 1)
  const until = performance.now() + seconds * 1_000
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const from = performance.now()
        sent += 1
        try {
          const answer = await pool.request({
            method: 'POST',
            path,
            headers: { 'content-type': 'application/json', ...headers(sent) },
            body: given ?? BODY,
          })
          const body = await answer.body.text()
          if (answer.statusCode !== status || !right(body)) countWrong(`${answer.statusCode} ${codeIn(body)}`)
        } catch (error) {
          countWrong(error instanceof Error && 'code' in error ? String(error.code) : String(error))
        }
        times.push(performance.now() - from)
      }
    }),
  )
  const tookS = (performance.now() - began) / 1_000
  await pool.close()
  const wrong = Object.values(wrongAs).reduce((sum, count) => sum + count, 0)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    perSecond: (times.length - wrong) / tookS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    right: times.length - wrong,
    wrong,
    wrongAs,
  }
}

/** The code of a refusal, also of one in the text of a result of MCP. */
const codeIn = (body: string) => /\\?"code\\?":\\?"?(-?\w+)/.exec(body)?.[1] ?? 'without a code'
