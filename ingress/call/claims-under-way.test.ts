import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { ClaimsUnderWay } from './claims-under-way.ts'

const KEY = { network: 'eip155:8453', asset: '0xusdc', proof: '0xpayer:0x01' }
const soon = () => performance.now() + 60_000

const codeOf = (waiting: Promise<void> | undefined) =>
  (waiting ?? Promise.reject(new Error('nobody has claimed it'))).then(
    () => 'woken',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('four requests wait for a payment and are woken together; the fifth is refused at once', async () => {
  const claims = new ClaimsUnderWay()
  const done = claims.begin(KEY)
  const waiting = Array.from({ length: 4 }, () => codeOf(claims.of(KEY)?.wait(soon())))
  expect(() => claims.of(KEY)?.refuseCrowd()).toThrow('being verified')
  expect(await codeOf(claims.of(KEY)?.wait(soon()))).toBe('payment_in_progress')
  done()
  expect(await Promise.all(waiting)).toEqual(['woken', 'woken', 'woken', 'woken'])
  expect(claims.of(KEY)).toBeUndefined()
})

test('who waited for too long is told so, and makes room for another', async () => {
  const claims = new ClaimsUnderWay()
  claims.begin(KEY)
  const late = Array.from({ length: 4 }, () => codeOf(claims.of(KEY)?.wait(performance.now())))
  expect(await Promise.all(late)).toEqual(Array(4).fill('payment_settling'))
  expect(() => claims.of(KEY)?.refuseCrowd()).not.toThrow()
})

test('another payment is not waited for', () => {
  const claims = new ClaimsUnderWay()
  claims.begin(KEY)
  expect(claims.of({ ...KEY, proof: '0xpayer:0x02' })).toBeUndefined()
  expect(claims.of({ ...KEY, network: 'solana:x' })).toBeUndefined()
})
