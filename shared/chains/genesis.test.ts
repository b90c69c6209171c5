import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'

import { startBase, startSolana } from '#test/support/fakes/chains.ts'

import {
  ChainUnknown,
  checkGenesis,
  moneyOf,
  readGenesis,
  REAL_GENESIS,
  refuseRealFacilitator,
  WrongChain,
} from './genesis.ts'
import { BASE, SOLANA } from './networks.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A JSON-RPC that gives this answer to everything. */
function rpc(answer: string, status = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(answer))
  servers.push(server)
  return new Promise((done) => {
    // Safe: a listening server has an address of this kind.
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const says = {
  [BASE]: (hash: string) => rpc(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { number: '0x0', hash } })),
  [SOLANA]: (hash: string) => rpc(JSON.stringify({ jsonrpc: '2.0', id: 1, result: hash })),
}
const OTHER = { [BASE]: `0x${'ab'.repeat(32)}`, [SOLANA]: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }

describe.each([BASE, SOLANA] as const)('on %s', (network) => {
  test('real money takes the real chain only, play money any other', async () => {
    const real = { network, rpcUrl: await says[network](REAL_GENESIS[network]) }
    const play = { network, rpcUrl: await says[network](OTHER[network]) }
    expect(await checkGenesis('real', real)).toBe(REAL_GENESIS[network])
    expect(await checkGenesis('play', play)).toBe(OTHER[network])
    await expect(checkGenesis('play', real)).rejects.toThrow(WrongChain)
    await expect(checkGenesis('real', play)).rejects.toThrow(WrongChain)
  })

  test('a chain that does not say which it is, is unknown, and its address is not told', async () => {
    const silent = await rpc('', 500)
    const broken = [
      silent,
      await rpc('{"result":null}'),
      await rpc('{"error":{"code":-32000,"message":"no"}}'),
      await rpc('<html>'),
      'http://127.0.0.1:1/secret-key',
    ]
    for (const rpcUrl of broken) {
      const asked = checkGenesis('play', { network, rpcUrl })
      await expect(asked).rejects.toThrow(ChainUnknown)
      await expect(asked).rejects.not.toThrow(/secret-key|127\.0\.0\.1/)
    }
  })

  test('a chain that hangs is unknown after the time it is given', async () => {
    const server = createServer(() => {})
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe: a listening server has an address of this kind.
    const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(readGenesis({ network, rpcUrl, timeoutMs: 20 })).rejects.toThrow(ChainUnknown)
  })

  test('whatever a chain answers, it is a genesis hash or unknown', async () => {
    let text = ''
    const server = createServer((_, response) => response.end(text))
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe: as above.
    const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (answer) => {
        text = answer
        await expect(readGenesis({ network, rpcUrl })).rejects.toThrow(ChainUnknown)
      }),
      { numRuns: 30 },
    )
  })
})

test('the local chains of the playground and the tests are play money', async () => {
  const [base, solana] = await Promise.all([startBase(), startSolana()])
  try {
    await checkGenesis('play', { network: BASE, rpcUrl: base.rpcUrl })
    expect(await checkGenesis('play', { network: SOLANA, rpcUrl: solana.rpcUrl })).toBe(solana.genesis)
    await expect(checkGenesis('real', { network: BASE, rpcUrl: base.rpcUrl })).rejects.toThrow(WrongChain)
    await expect(checkGenesis('real', { network: SOLANA, rpcUrl: solana.rpcUrl })).rejects.toThrow(WrongChain)
  } finally {
    await Promise.all([base.stop(), solana.stop()])
  }
})

test('production deals in real money, all else in play money', () => {
  expect([moneyOf({ production: true }), moneyOf({ production: false })]).toEqual(['real', 'play'])
})

test('the playground takes a facilitator on this machine only', () => {
  for (const url of ['http://127.0.0.1:8403', 'http://localhost:1/x402', 'http://[::1]:9']) refuseRealFacilitator(url)
  for (const url of [
    'https://x402.org/facilitator',
    'https://api.cdp.coinbase.com/platform/v2/x402',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
  ]) {
    expect(() => refuseRealFacilitator(url)).toThrow(WrongChain)
  }
})
