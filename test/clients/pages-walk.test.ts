import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { POOLS } from '#shared/calls/pools.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { judgePage, VIEWS } from '#test/look/look-at.ts'
import { openLookBrowser } from '#test/look/look-browser.ts'
import { BRIEF, NOTES, PROPOSAL } from '#test/support/world/jobs.ts'
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
  const newContext = () =>
    browser.newContext({
      viewport: { width, height: 844 },
      colorScheme,
      javaScriptEnabled,
      locale: 'en-US',
      // A trial is granted once to a browser.
      userAgent: `walk ${name}`,
    })
  beforeAll(async () => {
    context = await newContext()
    // An address claims a trial once a minute.
    await world.sql(`update trial_claim set claimed_at = claimed_at - interval '2 minutes'`)
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    page.on('dialog', (dialog) => void dialog.accept())
  })
  afterAll(() => context.close())

  const open = (path: string) => page.goto(world.baseUrl + path)
  /** A button is pale while its request runs, so a page is judged again until it rests. */
  const look = async (at = page) => {
    await expect.poll(() => judgePage(at, javaScriptEnabled), { timeout: 10_000 }).toEqual([])
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

  test('somebody looks up an operation in the API reference', async () => {
    await open('/docs/api')
    if (javaScriptEnabled) {
      await page.locator('.opblock-tag:has-text("builder-pack")').click()
      await look()
      await page.locator('.opblock-summary-control:has-text("json-repair")').first().click()
      await page.locator('.opblock-body').first().waitFor()
      expect(page.url()).toContain('#/builder-pack/')
    }
    await look()
    expect(await page.locator('main').first().innerText()).toContain(
      javaScriptEnabled ? 'X-Service-Key' : 'openapi.json',
    )
  })

  /** Opens an account on a page, which then leads to `to`. */
  const register = async (at: Page, username: string, to: string) => {
    await at.goto(`${world.baseUrl}/register?to=${to}`)
    await look(at)
    await at.locator('[name="username"]').fill(username)
    await at.locator('[name="email"]').fill(`${username}@users.example`)
    await at.locator('[name="password"]').fill(PASSWORD)
    await at.locator('[name="terms"]').check()
    await at.locator('main form button').first().click()
    await at.waitForURL((url) => url.pathname === to)
  }

  test('a seller registers, publishes, makes a key, sees every page of the account, and leaves', async () => {
    const username = name.slice(0, 4)
    await register(page, username, '/sell')
    await page.locator('[name="title"]').fill('Mine')
    await page.locator('textarea[name="description"]').fill('What it is.')
    await page.locator('[name="content"]').fill('# Mine')
    await page.locator('[name="price"]').fill('0')
    await page.locator('[name="live"]').check()
    await look()
    await page.locator('form:has([name="content"]) button').click()
    await page.waitForURL(/\/l\//)
    expect(await page.locator('h1').innerText()).toBe('Mine')
    await open('/account')
    await look()
    await page.locator('form:has([name="name"]) button').last().click()
    await page.locator('text=fb_test_ak_').first().waitFor()
    for (const path of 'webhooks sign-ins leave'
      .split(' ')
      .map((part) => `/account/${part}`)
      .concat('/library', '/wallet')) {
      await open(path)
      await look()
    }
    await open('/account')
    await page.locator('form[action="/signout"] button').click()
    await page.waitForURL(/\/$/)
  })

  test('a job is posted, proposed to, funded, delivered and paid, each side by its pages', async () => {
    const other = await newContext()
    const worker = await other.newPage()
    worker.on('pageerror', (error) => faults.push(`script: ${error.message}`))
    await register(page, `poster${width}`, '/jobs/new')
    await look()
    await page.locator('[name="title"]').fill('Translate the setup guide')
    await page.locator('textarea[name="description"]').fill(BRIEF.description)
    await page.locator('[name="done_when"]').fill(BRIEF.done_when)
    await page.locator('[name="budget"]').fill('9')
    await page.locator('form:has([name="budget"]) button').click()
    await page.waitForURL(/\/jobs\/job_/)
    const job = page.url()

    await register(worker, `worker${width}`, '/jobs')
    await worker
      .locator(`a[href="${new URL(job).pathname}"]`)
      .first()
      .click()
    await worker.locator('[name="bid"]').fill('8')
    await worker.locator('[name="cover_letter"]').fill(PROPOSAL.cover_letter)
    await look(worker)
    await worker.locator('button:has-text("Propose")').click()
    await worker.locator('b:has-text("You proposed $8.00")').waitFor()
    expect(await worker.locator('form:has([value="propose"])').count()).toBe(0)
    await look(worker)

    await open('/wallet')
    await page.locator('main [name="key"]').fill((await world.key(1_000)).key)
    await page.locator('form:has([name="key"]) button').first().click()
    await page.locator('form:has([name="key"])').first().waitFor()
    await page.goto(job)
    await look()
    await page.locator('button:has-text("Hire for $8.00")').click()
    await page.locator('h2:has-text("The hire")').waitFor()
    await look()

    await worker.goto(job)
    await worker.locator('[name="notes"]').fill(NOTES)
    await look(worker)
    await worker.locator('button:has-text("Deliver")').click()
    await worker.locator('b:has-text("Delivery 1")').waitFor()
    await look(worker)

    await page.goto(job)
    await look()
    await page.locator('button:has-text("Accept the work and pay")').click()
    await page.locator('.tag:has-text("completed")').waitFor()
    expect(await page.locator('.timeline').innerText()).toMatch(/accepted/)
    await look()
    await open('/jobs/mine')
    await look()
    await worker.goto(`${world.baseUrl}/jobs/mine`)
    await look(worker)
    await other.close()
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
      'cards',
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
