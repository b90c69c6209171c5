import { afterAll, beforeAll, expect, test } from 'vitest'

import { type CardLab, openCardLab } from '#test/support/labs/card-lab.ts'
import { openBrowsing } from '#test/support/world/browsing.ts'
import { posted, proposed } from '#test/support/world/jobs.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'

let lab: CardLab
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  lab = await openCardLab({}, { hasOwnForm: true })
  ;[seller, buyer] = await Promise.all([registerAccount(lab.world), registerAccount(lab.world)])
})
afterAll(() => lab.close())

const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
  'connect-src': "'self' https://api.stripe.com",
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'img-src': "'self' data: https://*.stripe.com",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** What a card form of the processor is given, by a page that holds it. */
function formOf({ text, headers }: { text: string; headers: Headers }) {
  const directives = (headers.get('content-security-policy') ?? '').split('; ').map((one) => one.split(/ (.*)/s, 2))
  expect(Object.fromEntries(directives)).toEqual(POLICY)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('<script defer src="https://js.stripe.com/v3/"></script>')
  expect(text).toMatch(/<script defer src="\/assets\/card-\w+\.js"><\/script>/)
  expect(text).toMatch(/<noscript\s*>[^]*needs JavaScript[^]*<\/noscript/)
  expect(text).not.toMatch(/<script(?![^>]* src=)/)
  const data = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? ''
  return { key: data('publishable-key'), secret: data('client-secret'), back: data('return-url') }
}

test('outside the playground a listing is paid in the form of the processor, whose script runs under a policy of its own', async () => {
  const sent = { title: 'By card', price_cents: 900, status: 'live', delivery_markdown: '# Yours' }
  const { body } = await seller.request('POST', '/api/listings', sent)
  const path = `/l/${String(body['listing_id'])}`
  const browsing = openBrowsing(lab.world)
  browsing.cookies.set('fb_session', buyer.token)
  const before = await browsing.get(path)
  expect(before.headers.get('content-security-policy')).not.toContain('stripe')
  const form = formOf(await browsing.post(path, { ...(await browsing.form(path)), pay: 'card' }))
  expect(form).toMatchObject({
    key: 'pk_test_card_lab',
    secret: expect.stringMatching(/^pi_\w+_secret_\w+$/) as unknown,
  })
  expect(form.back).toMatch(/^http:\/\/[^/]+\/library\/pur_\w{32}$/)
})

test('a hire is paid in the same form, which leads back to the job', async () => {
  const job = await posted(buyer)
  const { body } = await proposed(seller, job)
  const browsing = openBrowsing(lab.world)
  browsing.cookies.set('fb_session', buyer.token)
  const path = `/jobs/${job}`
  expect((await browsing.get(path)).text).toContain('Hire by card')
  const fields = { ...(await browsing.form(path)), do: 'hire-by-card', proposal_id: String(body['proposal_id']) }
  const form = formOf(await browsing.post(path, fields))
  expect(form.back).toMatch(new RegExp(`^http://[^/]+/jobs/${job}$`))
  expect((await browsing.post(path, { ...fields, proposal_id: 'prp_none' })).text).toContain('not_found')
})
