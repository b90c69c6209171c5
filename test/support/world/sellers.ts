import { expect } from 'vitest'

import { uuidOf } from '#shared/market/public-id.ts'

import type { startFakeSeller } from '../fakes/fake-seller.ts'
import { type Registered, registerAccount } from './market.ts'
import { type Answer, eventually, randomId, type World } from './world.ts'

export const ENDPOINTS = '/api/v1/seller-endpoints'

/** A user who may sell: the wallet with this address is proved. */
export async function sellerWith(
  world: Pick<World, 'request' | 'sql'>,
  wallet: string,
): Promise<Registered & { wallet: string }> {
  const account = await registerAccount(world)
  await world.sql(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where id = $1`,
    [uuidOf('usr', account.userId), wallet],
  )
  return { ...account, wallet }
}

/** Endpoints of a fake seller: each has a path of its own, so that tests tell their requests apart. */
export function sellerEndpoints(
  world: Pick<World, 'request'>,
  fake: Awaited<ReturnType<typeof startFakeSeller>>,
  seller: Registered & { wallet: string },
) {
  /** What publishes an endpoint that answers in some way. */
  const bodyFor = (way: string, more: Record<string, unknown> = {}) => {
    const slug = `count-${way.slice(0, 20)}-${randomId()}`
    return {
      slug,
      title: 'Counts words',
      description: 'Counts the words of a text and answers with their number.',
      target_url: fake.url(`${way}/${slug}`),
      price_cents: 50,
      input_schema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
      input_example: { text: 'one two' },
      output_example: { words: 2 },
      solana_wallet: seller.wallet,
      content_policy_accepted: true,
      timeout_s: 1,
      ...more,
    }
  }
  const publish = (way: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    seller.request('POST', ENDPOINTS, bodyFor(way, more), headers)
  const stateOf = async (slug: string) =>
    (await seller.request('GET', `${ENDPOINTS}/${slug}`)).body as Record<string, unknown>
  // One account publishes one after the other: on a busy machine the last of many would wait too long for its lock.
  let turn: Promise<unknown> = Promise.resolve()
  /** Publishes an endpoint and waits until it is on sale. Resolves with its slug. */
  const onSale = async (way: string, more: Record<string, unknown> = {}): Promise<string> => {
    const publishing = turn.then(() => publish(way, more))
    turn = publishing.catch(() => undefined)
    const made = await publishing
    expect(made.status, made.text).toBe(201)
    const slug = String(made.body['slug'])
    await eventually(async () => (await stateOf(slug))['state'] === 'live')
    return slug
  }
  const shared = new Map<string, Promise<string>>()
  return {
    ...seller,
    bodyFor,
    publish,
    onSale,
    stateOf,
    /** An endpoint that tests share, because they change nothing of it. */
    sold(way: string): Promise<string> {
      const made = shared.get(way) ?? onSale(way)
      shared.set(way, made)
      return made
    },
    /** What reached an endpoint, without tests of ours. */
    asked: (slug: string) =>
      fake.asked.filter(({ path, headers }) => path.endsWith(`/${slug}`) && headers['x-farebox-test'] === undefined),
    call: (slug: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
      world.request('POST', `${ENDPOINTS}/${slug}/call`, { body, headers }),
  }
}
