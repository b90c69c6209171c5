import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE } from '#shared/chains/networks.ts'
import { parseConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'

import { TemporarilyUnavailable } from './temporarily-unavailable.ts'
import { openRpc, urlsOf } from './open-rpc.ts'

/** What hangs takes this long; what answers must not need as long on a busy machine. */
const ASK_MS = 2_000

const PLAY = `0x${'12'.repeat(32)}`
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done).closeAllConnections())
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-of-a-customer`
}

/** A node that tells its genesis and answers every other question by `answer`; counts those. */
async function node(answer: (method: string) => unknown, genesis = PLAY) {
  const asked: string[] = []
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      // Safe: our own question.
      const { method } = JSON.parse(text) as { method: string }
      const isGenesis = method === 'eth_getBlockByNumber'
      if (!isGenesis) asked.push(method)
      response.end(JSON.stringify(isGenesis ? { result: { hash: genesis } } : answer(method)))
    })
  })
  return { url, asked }
}

const open = (...urls: string[]) =>
  openRpc({ network: BASE, money: 'play', urls, log: createLog('silent'), askMs: ASK_MS })
const ask = (rpc: ReturnType<typeof open>) => rpc.ask('eth_chainId', [], z.literal('0x2105'))
const good = () => node(() => ({ result: '0x2105' }))

describe('the nodes of a chain', () => {
  const broken: [string, () => Promise<string>][] = [
    ['hangs', () => serve(() => {})],
    ['breaks off', () => serve((request) => request.socket.destroy())],
    ['answers HTML', () => serve((_, response) => response.writeHead(503).end('<html>'))],
    ['answers JSON that is no answer', async () => (await node(() => [])).url],
    ['answers with another shape', async () => (await node(() => ({ result: { chain: 1 } }))).url],
    ['is over its limit', async () => (await node(() => ({ error: { code: -32005, message: 'limit' } }))).url],
    ['is not there', async () => 'http://127.0.0.1:1/'],
    ['is of the real chain', async () => (await node(() => ({ result: '0x2105' }), REAL_GENESIS[BASE])).url],
  ]
  test.each(broken)('the next is asked when one %s, and the first is left alone for a while', async (_, start) => {
    const { url, asked } = await good()
    const rpc = open(await start(), url)
    expect(await ask(rpc)).toBe('0x2105')
    expect(await ask(rpc)).toBe('0x2105')
    expect(asked).toHaveLength(2)
  })

  test.each(broken)('nothing is known when the only one %s', async (_, start) => {
    const error: unknown = await ask(open(await start())).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TemporarilyUnavailable)
    expect(String(error)).not.toContain('key-of-a-customer')
  })

  test('one of the wrong chain is never asked anything, and is told of by its host', async () => {
    const wrong = await node(() => ({ result: '0x2105' }), REAL_GENESIS[BASE])
    const rpc = open(wrong.url)
    await expect(ask(rpc)).rejects.toThrow(TemporarilyUnavailable)
    expect(wrong.asked).toEqual([])
    const [problem = ''] = await rpc.problems()
    expect(problem).toMatch(/^127\.0\.0\.1:\d+: The RPC of Base serves the real chain/)
    expect(problem).not.toContain('key-of-a-customer')
  })

  test('a refusal is an answer: no other node is asked', async () => {
    const other = await good()
    const rpc = open(
      (await node(() => ({ error: { code: 3, message: 'execution reverted', data: '0x' } }))).url,
      other.url,
    )
    await expect(ask(rpc)).rejects.toThrow(RpcRefused)
    expect(other.asked).toEqual([])
  })

  test('one that failed is asked again when no other is left', async () => {
    let works = false
    const moody = await node(() => (works ? { result: '0x2105' } : 'nonsense'))
    const rpc = open(moody.url)
    await expect(ask(rpc)).rejects.toThrow(TemporarilyUnavailable)
    works = true
    expect(await ask(rpc)).toBe('0x2105')
  })
})

describe('a question whose answer takes a while', () => {
  const waiting = (rpc: ReturnType<typeof open>, waitMs = 60_000) => rpc.ask('eth_wait', [], z.string(), waitMs)

  test('has its own time', async () => {
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('eth_getBlockByNumber')) response.end(JSON.stringify({ result: { hash: PLAY } }))
        else setTimeout(() => response.end(JSON.stringify({ result: 'at last' })), ASK_MS + 200)
      })
    })
    expect(await waiting(open(url))).toBe('at last')
  })

  test.each([
    ['slow', null, TemporarilyUnavailable, 200],
    ['one that does not know it', { error: { code: -32601, message: 'no such method' } }, RpcRefused, 60_000],
  ])('a node that is %s is not set aside, and no other is asked', async (_, answer, thrown, waitMs) => {
    const other = await good()
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('eth_getBlockByNumber')) response.end(JSON.stringify({ result: { hash: PLAY } }))
        else if (!text.includes('eth_wait')) response.end(JSON.stringify({ result: '0x2105' }))
        else if (answer !== null) response.end(JSON.stringify(answer))
      })
    })
    const rpc = open(url, other.url)
    await expect(waiting(rpc, waitMs)).rejects.toThrow(thrown)
    expect(await ask(rpc)).toBe('0x2105')
    expect(other.asked).toEqual([])
  })
})

test('an RPC setting holds one URL or several', () => {
  expect(urlsOf(undefined)).toEqual([])
  expect(urlsOf('https://a.example/k')).toEqual(['https://a.example/k'])
  const settings = (BASE_RPC_URL: string) =>
    parseConfig({ DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32), BASE_RPC_URL })
  expect(urlsOf(settings('https://a.example,https://b.example').BASE_RPC_URL)).toHaveLength(2)
  expect(() => settings('https://a.example,ftp://b.example')).toThrow('BASE_RPC_URL  is no list of http(s) URLs')
  expect(urlsOf(' https://a.example , https://b.example')).toEqual(['https://a.example', 'https://b.example'])
})
