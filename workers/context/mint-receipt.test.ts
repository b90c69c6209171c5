import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { readReceiptFields } from '#shared/money/receipts/receipt.ts'
import { testSigner } from '#test/support/files/receipt-vectors.ts'

import { receiptDoor } from './mint-receipt.ts'

const wish = { agent_id: 'agent-7', action: 'preflight:go', payload_digest: 'a'.repeat(64) }
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done).closeAllConnections())
})

/** A door to a settlement process that answers like this. */
async function doorTo(answer: RequestListener, timeoutMs?: number) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const config = { SETTLEMENT_URL: `http://127.0.0.1:${port}`, SERVER_SECRET: 's'.repeat(32) }
  return receiptDoor(config, createLog('silent'), timeoutMs)
}

const refusalOf = async (minting: Promise<unknown>) => {
  const error = await minting.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof Refusal)) throw new Error('not a refusal', { cause: error })
  return error
}

test('a receipt is handed on as it was signed', async () => {
  const signed = testSigner.sign(readReceiptFields(wish), new Date('2026-11-20T12:00:00Z'))
  const mint = await doorTo((request, response) => {
    request.resume()
    response.end(JSON.stringify(signed))
  })
  expect(await mint(wish)).toEqual(signed)
})

test("what cannot be signed is the caller's to mend, and nobody is asked", async () => {
  const mint = await doorTo(() => expect.unreachable())
  expect(await refusalOf(mint({ ...wish, agent_id: 'a|b' }))).toMatchObject({ code: 'validation_error' })
})

describe('there is no receipt, and nothing is charged,', () => {
  test('without SETTLEMENT_URL', async () => {
    const mint = receiptDoor({ SETTLEMENT_URL: undefined, SERVER_SECRET: 's'.repeat(32) }, createLog('silent'))
    expect(await refusalOf(mint(wish))).toMatchObject({
      code: 'unavailable',
      message: 'Receipts cannot be signed right now; nothing was charged.',
    })
  })

  test('when nobody listens', async () => {
    const mint = await doorTo(() => expect.unreachable())
    for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
    expect(await refusalOf(mint(wish))).toMatchObject({ code: 'unavailable' })
  })

  test('when there is no answer in time', async () => {
    const mint = await doorTo(() => {}, 50)
    expect(await refusalOf(mint(wish))).toMatchObject({ code: 'unavailable', detail: { retryAfterS: 2 } })
  })

  test.each([
    ['another status', 401, '{"ok":false}'],
    ['no JSON', 200, '<html>'],
    ['no receipt', 200, '{"ok":true}'],
    ['nothing', 200, ''],
  ])('when the answer is %s', async (_, status, text) => {
    const mint = await doorTo((_request, response) => response.writeHead(status).end(text))
    expect(await refusalOf(mint(wish))).toMatchObject({ code: 'unavailable' })
  })
})
