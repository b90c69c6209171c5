import type { IncomingMessage, ServerResponse } from 'node:http'

import getRawBody from 'raw-body'

import { Refusal, statusOf } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { bearerCheck } from '#shared/money/settlement/settlement-bearer.ts'

/** A route of the settlement process. `handle` returns the body of a 200; a Refusal determines its own status. */
export type SettlementRoute = {
  method: 'GET' | 'POST'
  path: string
  /** `body` is the parsed JSON of a POST, undefined for a GET. */
  handle: (body: unknown) => unknown
}

const MAX_BODY_BYTES = 65_536

type Options = { routes: readonly SettlementRoute[]; bearer: string; log: Log }

/** Request handler of the settlement server. Checks the bearer token first, then path, method and body. */
export function settlementHandler({ routes, bearer, log }: Options) {
  const isOurs = bearerCheck(bearer)

  const answerTo = async (request: IncomingMessage): Promise<unknown> => {
    if (!isOurs(request.headers.authorization))
      throw new Refusal('unauthorized', 'Only our own processes may ask here.')
    const [path] = (request.url ?? '').split('?')
    const there = routes.filter((route) => route.path === path)
    if (there.length === 0) throw new Refusal('not_found', 'Nothing is at this path.')
    const found = there.find(({ method }) => method === request.method)
    if (found === undefined) throw new Refusal('method_not_allowed', `${request.method ?? ''} is not for this path.`)
    return found.handle(found.method === 'POST' ? await readJson(request) : undefined)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await answerTo(request).then(
      (answer) => ({ status: 200, body: answer }),
      (error: unknown) => answerError(error, log),
    )
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      // Close after a refusal: unread body bytes would be parsed as the next request.
      ...(status === 200 ? {} : { Connection: 'close' }),
    })
    response.end(text)
  }
  return (request: IncomingMessage, response: ServerResponse): void => void handle(request, response)
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await getRawBody(request, { limit: MAX_BODY_BYTES, encoding: 'utf8' }).catch((error: unknown) => {
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    throw isTooLarge
      ? new Refusal('payload_too_large', `The body may have ${MAX_BODY_BYTES} bytes.`)
      : new Refusal('bad_request', 'The body did not arrive whole.')
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json', 'The body is not JSON.')
  }
}

function answerError(error: unknown, log: Log) {
  if (!(error instanceof Refusal)) log.error({ err: error }, 'the settlement server failed')
  const refusal = error instanceof Refusal ? error : new Refusal('internal', 'Something failed on our side.')
  return { status: statusOf(refusal.code), body: { ok: false, ...refusal.toWire() } }
}
