import { expect, test } from 'vitest'

import { BASE, BASE_USDC } from '#shared/chains/networks.ts'

import { TemporarilyUnavailable } from '../temporarily-unavailable.ts'
import { RpcUnreachable } from '../open-rpc.ts'
import { readPayment } from '../read-payment.ts'
import { baseRpc } from './base-rpc.ts'
import type { Sending } from './try-transfer.ts'
import { verifyBase } from './verify-base.ts'

const someone = `0x${'5'.repeat(40)}`
const wanted = {
  scheme: 'exact',
  network: BASE,
  asset: BASE_USDC,
  amount: '1',
  payTo: someone,
  extra: { name: 'USD Coin', version: '2' },
}
const authorization = {
  from: someone,
  to: someone,
  value: '1',
  validAfter: '0',
  validBefore: '9999999999',
  nonce: `0x${'1'.repeat(64)}`,
}
const payload = { authorization, signature: `0x${'1'.repeat(128)}1b` }

const sending: Sending = { sender: BASE_USDC, fees: { maxFee: 2n, priorityFee: 1n } }

test('silence of the nodes is never taken for a no, at whichever question it comes', async () => {
  const payment = readPayment({
    paymentPayload: { x402Version: 2, accepted: wanted, payload },
    paymentRequirements: wanted,
  })
  if (!('authorization' in payment)) throw new Error('no payment')
  const endWith = async (silentAfter: number): Promise<unknown> => {
    let asked = 0
    const rpc = baseRpc({
      ask: (method, _, schema) => {
        asked += 1
        if (asked > silentAfter) return Promise.reject(new RpcUnreachable('silence'))
        return Promise.resolve(schema.parse(method === 'eth_getCode' ? '0x' : `0x${'0'.repeat(64)}`))
      },
      problems: () => Promise.resolve([]),
    })
    return verifyBase(rpc, payment, sending).catch((error: unknown) => error)
  }
  for (const silentAfter of [0, 1, 2, 3]) expect(await endWith(silentAfter)).toBeInstanceOf(TemporarilyUnavailable)
  // The signature is nobody's: once everything is told, the no is right.
  expect(await endWith(4)).toMatchObject({ response: { isValid: false, invalidReason: 'invalid_exact_evm_signature' } })
})
