import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { ChainRefusal } from '#shared/doors/chains.ts'
import { rpcError, rpcResult } from '#test/support/fakes/rpc-server.ts'

import { exactJson } from './exact-json.ts'
import { NodeError, readRpcAnswer } from './read-rpc-answer.ts'

const problemOf = (status: number, text: string) => {
  try {
    readRpcAnswer(status, text)
  } catch (error) {
    if (error instanceof NodeError) return error.problem
    if (error instanceof ChainRefusal) return error.kind
    throw error
  }
  return 'answered'
}

test('a result of a node is an answer, also null', () => {
  expect(readRpcAnswer(200, rpcResult('0x1'))).toBe('0x1')
  expect(readRpcAnswer(200, rpcResult(null))).toBe(null)
})

/** As nodes of Base and Solana were seen to word them. */
describe.each([
  [200, rpcError(-32_016, 'over rate limit'), 'rate_limited'],
  [429, rpcError(-32_016, 'over rate limit'), 'rate_limited'],
  [429, '<html>slow down</html>', 'rate_limited'],
  [429, rpcResult('0x1'), 'rate_limited'],
  [200, rpcError(429, 'Too many requests for a specific RPC call'), 'rate_limited'],
  [200, rpcError(-32_005, 'daily request count exceeded, request rate limited'), 'rate_limited'],
  [200, rpcError(-32_614, 'eth_getLogs is limited to a 2,000 range'), 'too_much'],
  [413, rpcError(-32_614, 'eth_getLogs is limited to a 2,000 range'), 'too_much'],
  [400, rpcError(35, 'ranges over 10000 blocks are not supported on free plan'), 'too_much'],
  [200, rpcError(-32_602, 'query exceeds max block range 5000'), 'too_much'],
  [200, rpcError(-32_000, 'exceed maximum block range: 50000'), 'too_much'],
  [200, rpcError(-32_005, 'query returned more than 10000 results'), 'too_much'],
  [200, rpcError(-32_012, 'getLogs request exceeded max allowed range'), 'too_much'],
  [200, rpcError(-32_602, 'Archive requests require a personal token'), 'refused'],
  [200, rpcError(-32_000, 'missing trie node 0xabc'), 'refused'],
  [200, rpcError(-32_601, 'Method not found'), 'refused'],
  [200, rpcError(-32_000, 'header not found'), 'lagging'],
  [200, rpcError(-32_005, 'Node is behind by 42 slots'), 'lagging'],
  [200, rpcError(-32_016, 'Minimum context slot has not been reached'), 'lagging'],
  [200, rpcError(3, 'execution reverted', '0x08c379a0'), 'reverted'],
  [200, rpcError(-32_000, 'execution reverted: nope'), 'reverted'],
  [200, rpcError(-32_015, 'VM execution error', '0x08c379a0'), 'reverted'],
  [200, rpcError(-32_603, 'Internal error'), 'server_error'],
  [200, '<!doctype html><title>Just a moment...</title>', 'bad_response'],
  [200, '', 'bad_response'],
  [200, '[]', 'bad_response'],
  [200, '{"jsonrpc":"2.0","id":1}', 'bad_response'],
  [403, 'forbidden', 'refused'],
  [502, '<html>bad gateway</html>', 'server_error'],
  [302, '', 'bad_response'],
])('%i %s', (status, text, problem) => {
  test(`is ${problem}`, () => {
    expect(problemOf(status, text)).toBe(problem)
  })
})

test('how many blocks a node allows is read where it says so', () => {
  const mostOf = (message: string) => {
    try {
      readRpcAnswer(200, rpcError(-32_614, message))
    } catch (error) {
      return error instanceof ChainRefusal ? error.most : undefined
    }
    return undefined
  }
  expect(mostOf('eth_getLogs is limited to a 2,000 range')).toBe(2_000)
  expect(mostOf('exceed maximum block range: 50000')).toBe(50_000)
  expect(mostOf('block range is too wide')).toBe(null)
})

test('whatever a node answers, it is a result or a problem', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, text) => {
      expect(problemOf(status, text)).toEqual(expect.any(String))
    }),
  )
  fc.assert(
    fc.property(fc.option(fc.integer()), fc.string(), fc.jsonValue(), (code, message, data) => {
      const text = JSON.stringify({ error: { ...(code === null ? {} : { code }), message, data } })
      expect(problemOf(200, text)).not.toBe('answered')
    }),
  )
})

test('numbers beyond 2^53 stay exact, all others are numbers', () => {
  const text =
    '{"lamports":598765432109876543,"rent":18446744073709551615,"slot":340000000,"ui":1.1234567890123456789,"s":"1234567890123456789"}'
  expect(exactJson(text)).toEqual({
    lamports: 598_765_432_109_876_543n,
    rent: 18_446_744_073_709_551_615n,
    slot: 340_000_000,
    ui: 1.1234567890123457,
    s: '1234567890123456789',
  })
})
