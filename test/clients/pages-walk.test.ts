import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { judgePage, VIEWS } from '#test/look/look-at.ts'
import { openLookBrowser } from '#test/look/look-browser.ts'
import { openWorld, PAYABLE, type World } from '#test/support/world/world.ts'

const PASSWORD = 'correct horse battery'
const TOKEN = 'test-admin-token-0123'

let world: World
let browser: Browser
let closeBrowser: () => Promise<void>
let listing: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: ['outcome'], idle: POOLS, env: PAYABLE })
  await world.ready()
  ;({ browser, close: closeBrowser } = await openLookBrowser())
  const account = { username: 'seller', email: 'seller@users.example', password: PASSWORD, terms_accepted: true }
  const { body } = await world.request('POST', '/api/auth/register', { body: account })
  const sold = {
    title: 'A skill that counts',
    description: 'It counts words.',
    content: '# Counting\n\nOne word after another.',
    price_cents: 300,
    status: 'live',
  }
  const headers = { authorization: `Bearer ${String(body['access_token'])}` }
  const made = await world.request('POST', '/api/listings', { headers, body: sold })
  expect(made.status, made.text).toBe(201)
  listing = String(made.body['listing_id'])
})
afterAll(async () => {
  await closeBrowser()
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
})

describe.each(VIEWS.slice(0, 2))('$name', ({ name, width, colorScheme, javaScriptEnabled }) => {
  let context: BrowserContext
  let page: Page
  const faults: string[] = []
  beforeAll(async () => {
    context = await browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      javaScriptEnabled,
      locale: 'en-US',
      // A trial is granted once to a browser.
      userAgent: `walk ${name}`,
    })
    // An address claims a trial once a minute.
    await world.sql(`update trial_claim set claimed_at = claimed_at - interval '2 minutes'`)
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  })
  afterAll(() => context.close())

  const open = (path: string) => page.goto(world.baseUrl + path)
  /**
   * axe needs a script in the page, which a context without JavaScript does not run. A button is pale while its request
   * runs, so the page is judged again until it rests.
   */
  const look = async () => {
    await expect.poll(() => (javaScriptEnabled ? judgePage(page) : []), { timeout: 10_000 }).toEqual([])
    expect(faults).toEqual([])
  }

  test('a stranger finds, tries and buys within five clicks of /', async () => {
    let clicks = 0
    const click = async (selector: string) => {
      clicks += 1
      await page.locator(selector).first().click()
    }
    await open('/')
    await look()
    await click('a.button:has-text("Try ")')
    await page.waitForURL(/\/o\//)
    await look()
    await click('form#run button')
    await page.locator('#answer .price').waitFor()
    expect(await page.locator('#answer').innerText()).toContain('charged')
    await look()
    await click('nav a[href="/market"]')
    await page.waitForURL(/\/market/)
    await look()
    await click(`a[href="/l/${listing}"]`)
    await page.waitForURL(/\/l\//)
    await look()
    await page.locator('input[name="key"]').fill((await world.key(300)).key)
    await click('button:has-text("Buy for")')
    await page.locator('h1:has-text("It is yours")').waitFor()
    expect(await page.locator('main').innerText()).toContain('One word after another.')
    expect(clicks).toBe(5)
    await look()
  })

  test('somebody finds an outcome by words, and a document by a code', async () => {
    await open('/')
    await page.locator('#q').fill('repair broken json')
    await page.locator('#q').press('Enter')
    await page.locator('#found a[href="/o/json-repair"]').first().waitFor()
    await look()
    await open('/docs')
    await page.locator('#q').fill('insufficient_balance')
    await page.locator('#q').press('Enter')
    await page.locator('#found a').first().waitFor()
    await look()
    await open('/status')
    expect(await page.locator('h1').innerText()).toMatch(/works|work now/)
    await look()
  })

  test('a seller registers, publishes, makes a key, sees every page of the account, and leaves', async () => {
    const username = name.slice(0, 4)
    await open('/register?to=/sell')
    await look()
    await page.locator('[name="username"]').fill(username)
    await page.locator('[name="email"]').fill(`${username}@users.example`)
    await page.locator('[name="password"]').fill(PASSWORD)
    await page.locator('[name="terms"]').check()
    await page.locator('main form button').first().click()
    await page.waitForURL(/\/sell/)
    await page.locator('[name="title"]').fill('Mine')
    await page.locator('textarea[name="description"]').fill('What it is.')
    await page.locator('[name="content"]').fill('# Mine')
    await page.locator('[name="price_cents"]').fill('0')
    await page.locator('[name="live"]').check()
    await look()
    await page.locator('form:has([name="content"]) button').click()
    await page.waitForURL(/\/l\//)
    expect(await page.locator('h1').innerText()).toBe('Mine')
    await open('/account')
    await look()
    await page.locator('form:has([name="name"]) button').last().click()
    await page.locator('text=fb_test_ak_').first().waitFor()
    for (const path of ['/account/webhooks', '/account/sign-ins', '/library', '/wallet', '/jobs/new', '/jobs/mine']) {
      await open(path)
      await look()
    }
    await open('/account')
    await page.locator('form[action="/signout"] button').click()
    await page.waitForURL(/\/$/)
  })

  test('an operator signs in, grants a key, and finds what happened to it', async () => {
    await open('/ops')
    await look()
    await page.locator('#token').fill(TOKEN)
    await page.locator('button').click()
    await page.locator('nav[aria-label="Operator"]').waitFor()
    await look()
    await page.locator('a[href="/ops/keys"]').click()
    await page.locator('#grant-cents').fill('500')
    await look()
    await page.locator('form:has(#grant-cents) button').click()
    await page.locator('h1:has-text("Done")').waitFor()
    expect(await page.locator('main').innerText()).toMatch(/fb_test_sk_\w{50}/)
    await look()
    for (const path of [
      'users',
      'reports',
      'disputes',
      'payouts',
      'settings',
      'log',
      'operators',
      'search?id=seller',
    ]) {
      await open(`/ops/${path}`)
      expect(await page.locator('h1').count()).toBe(1)
      await look()
    }
  })
})
