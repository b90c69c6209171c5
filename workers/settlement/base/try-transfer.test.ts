import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'

import { RpcRefused } from '#shared/chains/json-rpc.ts'
import { BASE, BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { RpcUnreachable } from '../open-rpc.ts'
import { type BasePayment, readPayment } from '../read-payment.ts'
import { baseRpc } from './base-rpc.ts'
import { isSimple, type Sending, tryTransfer, wouldSettle } from './try-transfer.ts'

const ABI = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[])',
])
const payTo = `0x${'22'.repeat(20)}`
const wanted = { scheme: 'exact', network: BASE, asset: BASE_USDC, amount: '10000', payTo }
const nowS = Math.floor(Date.now() / 1_000)

type Changes = { signed?: object; extra?: object; signature?: string }

function paymentOf({ signed, extra, signature = `0x${'44'.repeat(64)}1b` }: Changes = {}): BasePayment {
  const requirements = { ...wanted, extra: { name: 'USD Coin', version: '2', ...extra } }
  const authorization = {
    from: `0x${'11'.repeat(20)}`,
    to: payTo,
    value: '10000',
    validAfter: '0',
    validBefore: String(nowS + 600),
    nonce: `0x${'33'.repeat(32)}`,
    ...signed,
  }
  const payment = readPayment({
    x402Version: 2,
    paymentPayload: { x402Version: 2, accepted: requirements, payload: { signature, authorization } },
    paymentRequirements: requirements,
  })
  if ('reason' in payment || !('authorization' in payment)) throw new Error('it is no payment on Base')
  return payment
}

/** A node that answers every question like this. */
const nodeThat = (answer: () => unknown, asked: unknown[] = []) =>
  baseRpc({
    ask: async (_, params, schema) => {
      asked.push(params)
      return schema.parse(await answer())
    },
    problems: () => Promise.resolve([]),
  })

const results = (...each: { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: ABI, functionName: 'aggregate3', result: each })
const held = (microUsdc: bigint) => ({ success: true, returnData: numberToHex(microUsdc, { size: 32 }) })

describe('a payment is simple', () => {
  test('when all that is left to judge is the token’s own', () => {
    expect(isSimple(paymentOf())).toBe(true)
  })

  test.each<[string, Changes]>([
    ['a longer signature', { signature: `0x${'44'.repeat(90)}` }],
    ['another domain', { extra: { name: 'USDC' } }],
    ['another version of the domain', { extra: { version: '1' } }],
    ['somebody else to pay', { signed: { to: `0x${'23'.repeat(20)}` } }],
    ['a micro-USDC short', { signed: { value: '9999' } }],
    ['a micro-USDC over', { signed: { value: '10001' } }],
    ['a window that is not open yet', { signed: { validAfter: String(nowS + 60) } }],
    ['five seconds left', { signed: { validBefore: String(nowS + 5) } }],
  ])('but not with %s', (_, changes) => {
    expect(isSimple(paymentOf(changes))).toBe(false)
  })
})

describe('trying a transfer', () => {
  test('asks once, reads the balance before the transfer, and tells it', async () => {
    const asked: unknown[] = []
    const node = nodeThat(() => results(held(70_000n), { success: true, returnData: '0x' }), asked)
    expect(await tryTransfer(node, paymentOf())).toBe(70_000n)
    expect(asked).toHaveLength(1)
    // Safe: the parameters of the one question.
    const [[{ data }]] = asked as [[{ data: Hex }]]
    const { args } = decodeFunctionData({ abi: ABI, data })
    expect(args[0].map(({ callData }) => callData.slice(0, 10))).toEqual(['0x70a08231', '0xe3ee160e'])
    expect(args[0].every(({ target }) => target === BASE_USDC)).toBe(true)
  })

  test.each([
    ['the token refuses it', () => results(held(1n), { success: false, returnData: '0x' })],
    ['the node refuses the question', () => Promise.reject(new RpcRefused(3, 'execution reverted', '0x'))],
  ])('is null when %s', async (_, answer) => {
    expect(await tryTransfer(nodeThat(answer), paymentOf())).toBeNull()
  })

  test.each([
    ['silence', () => Promise.reject(new RpcUnreachable('silence'))],
    ['an answer that cannot be read', () => '0x'],
  ])('takes %s for no answer', async (_, answer) => {
    await expect(tryTransfer(nodeThat(answer), paymentOf())).rejects.toBeInstanceOf(TemporarilyUnavailable)
  })
})

describe('an authorization that is younger than the newest block', () => {
  const young = () => paymentOf({ signed: { validAfter: String(nowS - 30) } })
  const refused = () => Promise.reject(new RpcRefused(3, 'execution reverted', '0x'))
  const asOfNow = ([, , , overrides]: unknown[]) => overrides !== undefined
  /** Only as of now it takes the transfer. */
  const old = (taken: () => unknown, asked: unknown[][]) =>
    baseRpc({
      ask: async (_, params, schema) => {
        asked.push(params)
        return schema.parse(await (asOfNow(params) ? taken() : refused()))
      },
      problems: () => Promise.resolve([]),
    })

  test('is tried as of now', async () => {
    const asked: unknown[][] = []
    expect(
      await tryTransfer(
        old(() => results(held(70_000n), { success: true, returnData: '0x' }), asked),
        young(),
      ),
    ).toBe(70_000n)
    const sending: Sending = { sender: BASE_USDC, fees: { maxFee: 2n, priorityFee: 1n } }
    expect(
      await wouldSettle(
        old(() => '0x', asked),
        young(),
        sending,
      ),
    ).toBe(true)
    expect(asked.map(asOfNow)).toEqual([false, true, false, true])
  })

  test('is refused when it is refused then too, or the node cannot pretend a time', async () => {
    for (const answer of [refused, () => Promise.reject(new RpcRefused(-32602, 'too many arguments', undefined))])
      expect(await tryTransfer(old(answer, []), young())).toBeNull()
  })

  test('one without a beginning is asked about once', async () => {
    const asked: unknown[][] = []
    expect(await tryTransfer(old(refused, asked), paymentOf())).toBeNull()
    expect(asked).toHaveLength(1)
  })
})
