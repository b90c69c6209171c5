import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { REAL_GENESIS } from '#shared/chains/genesis.ts'
import { BASE } from '#shared/chains/networks.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { type NodeAct, rpcError, rpcResult, rpcServer, type RpcServer } from '#test/support/fakes/rpc-server.ts'

import { UPSTREAM_BREAKER } from '../egress/upstream-breaker.ts'
import { silentChainMeter } from './chain-meter.ts'
import { openChainReads } from './open-chain-reads.ts'

const servers: RpcServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const PLAY = `0x${'ab'.repeat(32)}`
const isGenesis = (method: string) => method === 'eth_getBlockByNumber'

/** A node of a play chain that answers everything else like this. */
async function node(act: NodeAct | string, genesis = PLAY) {
  const server = await rpcServer((question, response) => {
    if (isGenesis(question.method)) return rpcResult({ hash: genesis })
    return typeof act === 'string' ? act : act(question, response)
  })
  servers.push(server)
  return server
}

const DEAD = 'http://127.0.0.1:1'

function open(
  urls: readonly string[],
  { money = 'play', askMs = 5_000 }: { money?: 'play' | 'real'; askMs?: number } = {},
) {
  return openChainReads({
    urls: { base: urls, 'base-sepolia': [], solana: [], 'solana-devnet': [] },
    money,
    log: createLog('silent'),
    meter: silentChainMeter,
    askMs,
  })
}

const signal = new AbortController().signal
const blockNumber = (door: ReturnType<typeof open>, more: { withinMs?: number; signal?: AbortSignal } = {}) => {
  const reader = door.open('base', { signal, ...more })
  return { reader, answer: reader.ask('eth_blockNumber', [], z.string()) }
}
const triedOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof Refusal)) throw new Error('no refusal', { cause: error })
  expect(error.code).toBe('upstream_unavailable')
  return error.detail.extra?.['tried']
}

test('a dead node and a lying one are passed over, and told', async () => {
  const html = await node('<!doctype html><title>Just a moment...</title>')
  const fine = await node(rpcResult('0x10'))
  const { reader, answer } = blockNumber(open([DEAD, html.url, fine.url]))
  expect(await answer).toBe('0x10')
  expect(reader.answeredBy()).toMatchObject({
    provider: fine.host,
    latencyMs: expect.any(Number),
    tried: [
      { source: '127.0.0.1:1', problem: 'unreachable' },
      { source: html.host, problem: 'bad_response' },
    ],
  })
})

test('a read stays with the node that answered first', async () => {
  const lame = await node(rpcError(-32_016, 'over rate limit'))
  const fine = await node(rpcResult('0x10'))
  const { reader, answer } = blockNumber(open([lame.url, fine.url]))
  await answer
  await reader.ask('eth_chainId', [], z.string())
  expect(lame.asked).toEqual(['eth_getBlockByNumber', 'eth_blockNumber'])
  expect(fine.asked).toEqual(['eth_getBlockByNumber', 'eth_blockNumber', 'eth_chainId'])
})

test('a node that hangs is given up after its time', async () => {
  const hanging = await node(() => undefined)
  const fine = await node(rpcResult('0x10'))
  expect(await blockNumber(open([hanging.url, fine.url], { askMs: 1_000 })).answer).toBe('0x10')
})

test('another shape than was asked for is no answer', async () => {
  const odd = await node(rpcResult({ number: 1 }))
  const fine = await node(rpcResult('0x10'))
  expect(await blockNumber(open([odd.url, fine.url])).answer).toBe('0x10')
  expect(await triedOf(blockNumber(open([odd.url])).answer)).toEqual([{ source: odd.host, problem: 'bad_response' }])
})

test('an answer of a node without end is cut off', async () => {
  const flood = await node((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    const pour = () => {
      while (response.writable && response.write(chunk));
    }
    response.on('drain', pour)
    pour()
  })
  expect(await triedOf(blockNumber(open([flood.url], { askMs: 5_000 })).answer)).toEqual([
    { source: flood.host, problem: 'too_large' },
  ])
})

test('when none answers the caller is told which were tried, and pays nothing', async () => {
  const limited = await node((_, response) => response.writeHead(429).end('slow down'))
  expect(await triedOf(blockNumber(open([DEAD, limited.url])).answer)).toEqual([
    { source: '127.0.0.1:1', problem: 'unreachable' },
    { source: limited.host, problem: 'rate_limited' },
  ])
  expect(await triedOf(blockNumber(open([])).answer)).toEqual([{ source: 'base', problem: 'not_configured' }])
})

describe('play money and real money never meet', () => {
  test('a node of the other kind is asked for its first block only, and never again', async () => {
    const real = await node(rpcResult('0x10'), REAL_GENESIS[BASE])
    const door = open([real.url])
    for (const _ of [1, 2])
      expect(await triedOf(blockNumber(door).answer)).toEqual([{ source: real.host, problem: 'wrong_chain' }])
    expect(real.asked).toEqual(['eth_getBlockByNumber'])
    expect(await blockNumber(open([real.url], { money: 'real' })).answer).toBe('0x10')
    const play = await node(rpcResult('0x10'))
    expect(await triedOf(blockNumber(open([play.url], { money: 'real' })).answer)).toMatchObject([
      { problem: 'wrong_chain' },
    ])
  })

  test('a node that does not say which chain it serves is asked again later', async () => {
    let isUp = false
    const server = await rpcServer(() => (isUp ? rpcResult({ hash: PLAY }) : '<html>'))
    servers.push(server)
    const door = open([server.url])
    await triedOf(blockNumber(door).answer)
    isUp = true
    expect(await triedOf(blockNumber(door).answer)).toMatchObject([{ problem: 'bad_response' }])
    expect(server.asked).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber', 'eth_blockNumber'])
  })
})

test('what the chain itself refuses is no fault of a node', async () => {
  const reverting = await node(rpcError(3, 'execution reverted', '0x'))
  const other = await node(rpcResult('0x10'))
  await expect(blockNumber(open([reverting.url, other.url])).answer).rejects.toMatchObject({ kind: 'reverted' })
  expect(other.asked).toEqual([])
})

test('a result that is not of now is taken only when no node has a better one', async () => {
  const old = await node(rpcResult('0x1'))
  const fresh = await node(rpcResult('0x10'))
  const ask = (urls: string[]) => {
    const reader = open(urls).open('base', { signal })
    return reader
      .ask('eth_blockNumber', [], z.string(), (head) => head === '0x10')
      .then((head) => [head, reader.answeredBy()])
  }
  expect(await ask([old.url, fresh.url])).toMatchObject(['0x10', { tried: [{ problem: 'lagging' }] }])
  expect(await ask([old.url, DEAD])).toMatchObject(['0x1', { provider: old.host }])
})

test('a node that keeps failing is left alone', async () => {
  const failing = await node(rpcError(-32_603, 'Internal error'))
  const door = open([failing.url])
  for (let n = 0; n < UPSTREAM_BREAKER.failures; n += 1) await triedOf(blockNumber(door).answer)
  const before = failing.asked.length
  expect(await triedOf(blockNumber(door).answer)).toEqual([{ source: failing.host, problem: 'cooling_down' }])
  expect(failing.asked).toHaveLength(before)
})

test('a call that is over asks nobody, and blames nobody', async () => {
  const hanging = await node(() => undefined)
  const stop = new AbortController()
  const door = open([hanging.url], { askMs: 5_000 })
  const { answer } = blockNumber(door, { signal: stop.signal })
  stop.abort(new Error('the call is over'))
  await expect(answer).rejects.toThrow('the call is over')
  await expect(blockNumber(door, { signal: stop.signal }).answer).rejects.toThrow('the call is over')
})

test('all questions of one read of a chain share its time', async () => {
  const hanging = await node(() => undefined)
  const tried = await triedOf(
    blockNumber(open([hanging.url, hanging.url, hanging.url], { askMs: 300 }), { withinMs: 350 }).answer,
  )
  expect(tried).toEqual(Array.from({ length: 3 }, () => ({ source: hanging.host, problem: 'timeout' })))
})
