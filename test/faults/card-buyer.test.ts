import { afterAll, beforeAll, expect, test } from 'vitest'

import { type CardLab, openCardLab } from '#test/support/labs/card-lab.ts'
import { openLookBrowser } from '#test/look/look-browser.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { eventually } from '#test/support/world/world.ts'

let lab: CardLab
let browser: Awaited<ReturnType<typeof openLookBrowser>>
let seller: Registered
let buyer: Registered
beforeAll(async () => {
  lab = await openCardLab()
  browser = await openLookBrowser()
  ;[seller, buyer] = await Promise.all([registerAccount(lab.world), registerAccount(lab.world)])
})
afterAll(async () => {
  await browser.close()
  await lab.close()
})

/** Opens a purchase by card, and its form in the browser; the form leads back to the listing. */
async function openForm() {
  const sent = { title: 'In a browser', price_cents: 900, status: 'live', delivery_markdown: '# Delivered' }
  const { body: listing } = await seller.request('POST', '/api/listings', sent)
  const listingId = String(listing['listing_id'])
  const { body } = await buyer.request('POST', '/api/purchases/intent', {
    listing_id: listingId,
    return_url: `${lab.world.baseUrl}/api/listings/${listingId}`,
  })
  const page = await browser.browser.newPage()
  await page.goto(String(body['payment_url']))
  const pay = async (number: string) => {
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill('12 / 40')
    await page.getByLabel('Security code').fill('123')
    await page.getByRole('button', { name: 'Pay' }).click()
  }
  const statusOf = async () =>
    (await buyer.request('GET', `/api/purchases/${String(body['purchase_id'])}`)).body['status']
  return { page, pay, statusOf, purchaseId: String(body['purchase_id']), listingId }
}

test('a person types a card, passes 3D Secure, is led back, and has the delivery', async () => {
  const { page, pay, statusOf, purchaseId, listingId } = await openForm()
  await pay('4000 0000 0000 0002')
  expect(await page.getByRole('alert').textContent()).toBe('Your card was declined.')
  await pay('4000 0027 6000 3184')
  expect(await page.getByRole('heading').textContent()).toBe('3D Secure')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  expect(page.url()).toContain(`/api/listings/${listingId}`)
  expect(page.url()).toContain('redirect_status=succeeded')
  await eventually(async () => {
    await lab.settlement.watchCards()
    return (await statusOf()) === 'paid'
  })
  expect((await buyer.request('GET', `/api/purchases/${purchaseId}/delivery`)).text).toBe('# Delivered')
  await page.close()
})

test('who fails 3D Secure has paid nothing, whatever the address of the page says', async () => {
  const { page, pay, statusOf, listingId } = await openForm()
  await pay('4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  expect(page.url()).toContain('redirect_status=failed')
  await page.goto(`${lab.world.baseUrl}/api/listings/${listingId}?payment_intent=pi_1&redirect_status=succeeded`)
  await eventually(async () => {
    await lab.settlement.watchCards()
    return (await statusOf()) === 'failed'
  })
  await page.close()
})

test('outside the playground the form of the processor pays in our page, under the policy of that page; its script is a stand-in here', async () => {
  const shop = await openCardLab({}, { hasOwnForm: true })
  const [selling, buying] = await Promise.all([registerAccount(shop.world), registerAccount(shop.world)])
  const sent = { title: 'In our page', price_cents: 900, status: 'live', delivery_markdown: '# Delivered' }
  const id = String((await selling.request('POST', '/api/listings', sent)).body['listing_id'])
  const context = await browser.browser.newContext()
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  // The processor's script cannot be loaded here: this one shows what it was given, and pays at the local processor.
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Stripe = (key) => ({
        elements: ({ clientSecret }) => ({ key, clientSecret, create: () => ({
          on: (_, done) => setTimeout(done), mount: (at) => { document.querySelector(at).textContent = key + ' ' + clientSecret } }) }),
        confirmPayment: async ({ elements, confirmParams }) => {
          if (!window.wasDeclined) { window.wasDeclined = true; return { error: { message: 'Your card was declined.' } } }
          location.href = confirmParams.return_url + '?payment_intent=' + elements.clientSecret.split('_secret_')[0]
          return new Promise(() => {})
        } })`,
    }),
  )
  await context.addCookies([{ name: 'fb_session', value: buying.token, url: shop.world.baseUrl }])
  await page.goto(`${shop.world.baseUrl}/l/${id}`)
  await page.getByRole('button', { name: 'Pay $9.00 by card' }).click()
  await page.locator('#payment-element', { hasText: 'pk_test_card_lab pi_' }).waitFor()
  const shown = (await page.locator('#payment-element').textContent()) ?? ''
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
  await page.getByRole('button', { name: 'Pay $9.00' }).click()
  await page.waitForURL(/\/library\/pur_/)
  const [intentId = ''] = shown.replace('pk_test_card_lab ', '').split('_secret_')
  await shop.control(`/payment_intents/${intentId}/pay`)
  await eventually(async () => {
    await shop.settlement.watchCards()
    return (await page.reload().then(() => page.content())).includes('Open what you bought')
  })
  expect(refused).toEqual([])
  await context.close()
  await shop.close()
})
