import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { ClaimsUnderWay } from './claims-under-way.ts'

const KEY = { network: 'eip155:8453', asset: '0xusdc', proof: '0xpayer:0x01' }
const later = () => performance.now() + 60_000

const codeOf = (turn: Promise<string>) =>
  turn.catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))

test('four requests wait for the first with a payment, the next is refused, and all four look when it is bound', async () => {
  const claims = new ClaimsUnderWay()
  const [first, ...others] = Array.from({ length: 5 }, () => claims.join(KEY))
  expect(await first?.turn(later())).toBe('claim')
  const waiting = others.map((stay) => stay.turn(later()))
  expect(() => claims.join(KEY)).toThrow('being verified')
  first?.leave(true)
  expect(await Promise.all(waiting)).toEqual(['look', 'look', 'look', 'look'])
  expect(() => claims.join(KEY)).not.toThrow()
})

test('when the payment comes to nothing the next one has its turn, and never more than five are with it', async () => {
  const claims = new ClaimsUnderWay()
  const stays = Array.from({ length: 5 }, () => claims.join(KEY))
  const done: string[] = []
  const turns = stays.map(async (stay, nth) => {
    done.push(`${nth} ${await stay.turn(later())}`)
    expect(() => claims.join(KEY)).toThrow('being verified')
    stay.leave(false)
    stay.leave(false)
    claims.join(KEY)
  })
  await Promise.all(turns)
  expect(done).toEqual(['0 claim', '1 claim', '2 claim', '3 claim', '4 claim'])
})

test('who waited for too long is told so, is passed over, and makes room by leaving', async () => {
  const claims = new ClaimsUnderWay()
  const [first, late, next] = [claims.join(KEY), claims.join(KEY), claims.join(KEY)]
  await first.turn(later())
  const [lateTurn, nextTurn] = [codeOf(late.turn(performance.now())), next.turn(later())]
  expect(await lateTurn).toBe('payment_settling')
  late.leave(false)
  first.leave(false)
  expect(await nextTurn).toBe('claim')
})

test('a claim waits for no other payment', async () => {
  const claims = new ClaimsUnderWay()
  await claims.join(KEY).turn(later())
  expect(await claims.join({ ...KEY, proof: '0xpayer:0x02' }).turn(later())).toBe('claim')
  expect(await claims.join({ ...KEY, network: 'solana:x' }).turn(later())).toBe('claim')
})
