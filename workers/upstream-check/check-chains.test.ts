import { afterAll, beforeAll, expect, test } from 'vitest'

import { startBase, startSolana, type TestBase, type TestSolana } from '#test/support/fakes/chains.ts'
import { rpcServer, type RpcServer } from '#test/support/fakes/rpc-server.ts'

import { checkChains } from './check-chains.ts'

let base: TestBase
let solana: TestSolana
let liar: RpcServer
beforeAll(async () => {
  ;[base, solana, liar] = await Promise.all([startBase(), startSolana(), rpcServer(() => '<html>')])
})
afterAll(() => Promise.all([base.stop(), solana.stop(), liar.close()]))

const shown = async (env: Record<string, string>, names: string[] = []) =>
  (await checkChains(env, names)).rows.map(({ upstream, state, problem, reason }) => [upstream, state, problem, reason])
const hostOf = ({ rpcUrl }: { rpcUrl: string }) => new URL(rpcUrl).host

test('every node of every chain has a row of its own', async () => {
  const env = {
    BASE_RPC_URL: 'http://127.0.0.1:1',
    BASE_READ_RPC_URL: `${base.rpcUrl},${liar.url},http://127.0.0.1:1`,
    SOLANA_RPC_URL: solana.rpcUrl,
  }
  expect(await shown(env)).toEqual([
    ['chain-base', 'ok', null, hostOf(base)],
    ['chain-base', 'failed', 'bad_response', liar.host],
    ['chain-base', 'failed', 'unreachable', '127.0.0.1:1'],
    ['chain-solana', 'ok', null, hostOf(solana)],
  ])
  expect(await shown(env, ['chain-solana'])).toHaveLength(1)
})

test('a play chain is the wrong one for production, and one chain is not another', async () => {
  const env = { NODE_ENV: 'production', BASE_RPC_URL: base.rpcUrl, BASE_SEPOLIA_READ_RPC_URL: base.rpcUrl }
  expect(await shown(env)).toEqual([
    ['chain-base', 'failed', 'wrong_chain', hostOf(base)],
    ['chain-base-sepolia', 'failed', 'wrong_chain', hostOf(base)],
  ])
})

test('none configured is no row, and a wrong setting is named', async () => {
  expect(await checkChains({}, [])).toEqual({ rows: [], mistakes: [] })
  expect(await checkChains({ BASE_RPC_URL: 'nonsense' }, [])).toMatchObject({
    rows: [],
    mistakes: [expect.stringContaining('BASE_RPC_URL')],
  })
})
