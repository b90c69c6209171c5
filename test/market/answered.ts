import { issueResetToken } from '#shared/market/users/set-password.ts'
import { uuidOf } from '#shared/market/public-id.ts'

import { plainPng } from '../support/files/image-file.ts'
import { boughtBy, type Registered } from '../support/world/market.ts'
import { offered, resellable } from '../support/world/resale.ts'
import { videoFile } from '../support/files/video-file.ts'
import { randomId, type World } from '../support/world/world.ts'

/** What is asked of a route to see it answer: its path with ids that are there, and a body. */
export type Sent = { path: string; body?: unknown; form?: URLSearchParams | FormData }

/** A request for every endpoint of the document that is built, each on records of its own; `owner` is who asks. */
export function requests(world: () => World, owner: () => Registered, other: () => Registered) {
  const named = () => ({
    username: `u${randomId()}`,
    email: `${randomId()}@mail.example`,
    password: `pw-${randomId()}`,
  })
  const listing = async (after = '', more: Record<string, unknown> = {}, by = owner()) => {
    const body = { title: 'Answered', price_cents: 0, status: 'live', delivery_markdown: '# Answered', ...more }
    const made = await by.request('POST', '/api/listings', body)
    return `/api/listings/${String(made.body['listing_id'])}${after}`
  }
  const file = (bytes: Buffer, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    return form
  }
  const auction = { listing_type: 'auction', price_cents: undefined, auction: { start_price_cents: 100 } }
  const L = '/api/listings/{listing_id}'
  const plain = (path: string, body?: unknown) => async (): Promise<Sent> => ({ path, body })
  const of = (after: string, body?: unknown) => async (): Promise<Sent> => ({ path: await listing(after), body })

  return {
    'GET /api/auth/terms': plain('/api/auth/terms'),
    'POST /api/auth/register': plain('/api/auth/register', { ...named(), terms_accepted: true }),
    'POST /api/auth/login': async () => ({
      path: '/api/auth/login',
      form: new URLSearchParams({ username: owner().username, password: owner().password }),
    }),
    'POST /api/auth/forgot-password': plain('/api/auth/forgot-password', { email: 'nobody@mail.example' }),
    'POST /api/auth/reset-password': async () => {
      const account = named()
      const { body } = await world().request('POST', '/api/auth/register', {
        body: { ...account, terms_accepted: true },
      })
      const id = uuidOf('usr', String(Object(body['user'])['id'])) ?? ''
      const { token } = await issueResetToken(await world().db.em(), world().mint, { userId: id, minutes: 5 })
      return { path: '/api/auth/reset-password', body: { token, new_password: account.password } }
    },
    'GET /api/auth/me': plain('/api/auth/me'),

    'GET /api/listings': plain('/api/listings'),
    'POST /api/listings': plain('/api/listings', { title: 'Answered', price_cents: 0 }),
    'GET /api/listings/activity': plain('/api/listings/activity'),
    'GET /api/listings/user/me': plain('/api/listings/user/me'),
    'GET /api/listings/meta': plain('/api/listings/meta'),
    'GET /api/listings/priority/meta': plain('/api/listings/priority/meta'),
    'POST /api/listings/ingest': plain('/api/listings/ingest', { source_type: 'text', content: 'A tool.' }),
    [`GET ${L}`]: of(''),
    [`PATCH ${L}`]: of('', { title: 'Answered again' }),
    [`DELETE ${L}`]: of(''),
    [`GET ${L}/manifest`]: of('/manifest'),
    [`GET ${L}/install`]: of('/install'),
    [`POST ${L}/import-preview`]: of('/import-preview', {}),
    [`POST ${L}/import-action`]: of('/import-action', {}),
    [`GET ${L}/bids`]: async () => ({ path: await listing('/bids', auction) }),
    [`POST ${L}/bids`]: async () => ({ path: await listing('/bids', auction, other()), body: { amount_cents: 100 } }),
    [`GET ${L}/delivery-content`]: of('/delivery-content'),
    [`POST ${L}/delivery-content`]: of('/delivery-content', { content: '# Other' }),
    [`POST ${L}/screenshots`]: async () => ({
      path: await listing('/screenshots'),
      form: file(plainPng(9, 9), 'a.png'),
    }),
    [`DELETE ${L}/screenshots/{screenshot_id}`]: async () => {
      const path = await listing('/screenshots')
      const made = await fetch(world().baseUrl + path, {
        method: 'POST',
        headers: owner().bearer,
        body: file(plainPng(9, 9), 'a.png'),
      })
      return { path: `${path}/${String(Object(await made.json())['screenshot_id'])}` }
    },
    [`POST ${L}/video`]: async () => ({ path: await listing('/video'), form: file(await videoFile('mp4'), 'a.mp4') }),
    [`POST ${L}/report`]: async () => ({ path: await listing('/report', {}, other()) }),
    'POST /api/purchases/free/{listing_id}': async () => ({
      path: (await listing('', {}, other())).replace('/api/listings/', '/api/purchases/free/'),
    }),
    'GET /api/purchases/{purchase_id}': async () => ({ path: await boughtBy(world(), owner()) }),
    'GET /api/purchases/{purchase_id}/delivery': async () => ({ path: `${await boughtBy(world(), owner())}/delivery` }),
    'GET /api/purchases/{purchase_id}/license': async () => ({ path: `${await boughtBy(world(), owner())}/license` }),
    'GET /api/purchases/{purchase_id}/resale': async () => ({ path: `${await boughtBy(world(), owner())}/resale` }),
    'POST /api/purchases/{purchase_id}/resale/list': async () => ({
      path: `/api/purchases/${await resellable(world(), other(), owner())}/resale/list`,
      body: { price_cents: 50 },
    }),
    'POST /api/purchases/{purchase_id}/resale/cancel': async () => {
      const id = await resellable(world(), other(), owner())
      await offered(owner(), id)
      return { path: `/api/purchases/${id}/resale/cancel` }
    },
    'GET /api/purchases/{purchase_id}/wrap': async () => ({ path: `${await boughtBy(world(), owner())}/wrap` }),
    'GET /api/purchases/payments/meta': plain('/api/purchases/payments/meta'),
    'GET /api/purchases/commerce-summary': plain('/api/purchases/commerce-summary'),
    'POST /api/purchases/{purchase_id}/confirm-delivery': async () => ({
      path: `${await boughtBy(world(), other(), owner())}/confirm-delivery`,
    }),
    'GET /api/purchases/user/me': plain('/api/purchases/user/me'),
    'GET /api/purchases/seller/me': plain('/api/purchases/seller/me'),
    'POST /api/purchases/{purchase_id}/feedback': async () => ({
      path: `${await boughtBy(world(), owner())}/feedback`,
      body: { rating: 5 },
    }),
    'GET /api/purchases/seller/{seller_id}/feedback': async () => ({
      path: `/api/purchases/seller/${owner().userId}/feedback`,
    }),

    'POST /api/ai-agents/register': plain('/api/ai-agents/register', { name: 'Answered' }),
    'POST /api/ai-agents/register-with-account': plain('/api/ai-agents/register-with-account', {
      terms_accepted: true,
    }),
  } satisfies Record<string, () => Promise<Sent>>
}
