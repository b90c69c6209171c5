import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { SitePage } from '../crawl/company-site.ts'
import { pageCandidates } from '../facts/page-candidates.ts'
import { findBoard } from '../jobs/find-board.ts'
import { jobsInLinks, jobsInNodes } from '../jobs/site-jobs.ts'
import { findPeople } from '../people/find-people.ts'
import { amountOf, readPricing } from '../pricing/read-pricing.ts'
import { readContent } from '#shared/outcomes/intel/company-teardown/teardown/content.ts'
import { readOffer } from '#shared/outcomes/intel/company-teardown/teardown/offer.ts'
import { readCompanyPage } from './read-company-page.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const pageOf = (html: string, kind: SitePage['kind'] = 'home'): SitePage => ({
  ...readCompanyPage({ bytes: Buffer.from(html), charset: null, url: 'https://e.test/x' }),
  kind,
  fetchedAt: NOW.toISOString(),
})
const pricingOf = (html: string) => readPricing([pageOf(html, 'pricing')])

test('blocks, links, contacts, buttons, forms and structured data of a page', () => {
  const page = pageOf(
    '<html lang=de><head><title> Acme  GmbH </title><meta property="og:site_name" content="Acme"><script type="application/ld+json">{"@graph":[{"@type":"Organization","name":"Acme",},]}</script></head><body><h1>Hallo</h1><p>Ein <b>Text</b></p><script>nie()</script><a class="btn" href="/go">Los</a><a href="mailto:a@e.test?x=1">Mail</a><form><input type=password></form><time datetime="2026-01-02">2.1.</time></body></html>',
  )
  expect(page).toMatchObject({
    title: 'Acme GmbH',
    siteName: 'Acme',
    lang: 'de',
    types: ['Organization'],
    nodes: [{ '@type': ['Organization'], name: 'Acme' }],
    buttons: ['Los'],
    forms: { password: true, email: false },
    times: ['2026-01-02'],
    contacts: [{ kind: 'email', value: 'a@e.test' }],
  })
  expect(page.blocks.map(({ level, text }) => [level, text])).toEqual([
    [1, 'Hallo'],
    [0, 'Ein Text'],
    [0, 'LosMail'],
    [0, '2.1.'],
  ])
})

describe('prices', () => {
  test.each([
    ['<div><h3>Pro</h3><p>$29/mo</p></div>', { entry_price: 29, currency: 'USD', period: 'month' }],
    ['<div><h3>Pro</h3><p>€1.299,00 pro Jahr</p></div>', { entry_price: 1299, currency: 'EUR', period: 'year' }],
    [
      '<div><h3>Pro</h3><div><span>$</span><span>12</span></div><p>per user / month</p></div>',
      { entry_price: 12, currency: 'USD', period: 'month' },
    ],
    [
      '<div><h3>Team</h3><p>49 EUR</p><p>monthly, billed annually</p></div>',
      { entry_price: 49, currency: 'EUR', period: 'month' },
    ],
    [
      '<div class=c><div class=n>Pro</div><div><span>$9</span><span>/ mo.</span></div></div>',
      { entry_price: 9, period: 'month', plans: [{ name: 'Pro' }] },
    ],
    ['<div><h4>Pro</h4><h1>$9 <small>/ mo</small></h1></div>', { entry_price: 9, period: 'month' }],
    [
      '<div><h3>API</h3><p>$0.0005 per request</p></div>',
      { model: 'usage', free_tier: false, plans: [{ price: 0.0005 }] },
    ],
    ['<p>Pro: £9 per month</p>', { entry_price: 9, currency: 'GBP', period: 'month' }],
  ])('%s', (html, expected) => {
    expect(pricingOf(html)).toMatchObject(expected)
  })

  test('free plans, plans on request, and pages without any price', () => {
    expect(
      pricingOf('<div class=a><h3>Free</h3><p>$0</p></div><div class=b><h3>Big</h3><p>Talk to sales</p></div>'),
    ).toMatchObject({ free_tier: true, entry_price: null })
    expect(pricingOf('<h3>Pro</h3><p>Contact us</p>')).toBeNull()
    expect(pricingOf('<p>We raised $12 million in 2024</p><p>Save $20</p>')).toBeNull()
    expect(pricingOf('<h3>Pro</h3><p>$1.2M</p>')).toBeNull()
    expect(pricingOf('<h2>We raised</h2><p>a lot of money</p>')).toBeNull()
  })

  test.each([
    ['1,299.00', 1299],
    ['1.299,5', 1299.5],
    ['29', 29],
    ['1,299', 1299],
    ['0.002', 0.002],
    ['0,0005', 0.0005],
  ])('%s is %d', (text, amount) => {
    // Three digits behind a mark are thousands, as on nearly every price list, but for a lone zero.
    expect(amountOf(text)).toBe(amount)
  })

  test('an offer that names no price is not free', () => {
    const ld = (offer: object) =>
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Pro', offers: offer })}</script>`
    expect(pricingOf(ld({ availability: 'InStock' }))).toBeNull()
    expect(pricingOf(ld({ price: 'on request' }))).toBeNull()
    expect(pricingOf(ld({ price: '0' }))).toMatchObject({ free_tier: true })
  })
})

describe('people', () => {
  const namesOf = (html: string) =>
    findPeople([{ ...pageOf(html), url: 'https://www.acme.com/customers' }]).map(({ name, title }) => [name, title])

  test("a customer's words are not by the company's people", () => {
    expect(namesOf('<blockquote>Great!</blockquote><p>Jane Porter, CTO at Globex</p>')).toEqual([])
    expect(namesOf('<div><h4>Jane Porter</h4><p>VP of Engineering @ Initech</p></div>')).toEqual([])
    expect(namesOf('<div><h4>Jane Porter</h4><p>Head of Data, Initech Inc</p></div>')).toEqual([])
  })

  test.each([
    'CTO at Acme',
    'CEO at Acme Inc',
    'VP of Engineering',
    'Head of Sales, Europe',
    'Director of Product at acme.com',
  ])('%s is', (title) => {
    expect(namesOf(`<div><h4>Jane Porter</h4><p>${title}</p></div>`)).toEqual([['Jane Porter', title]])
  })
})

test('whatever a company page holds, its readers answer', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      '<div>',
      '</div>',
      '<h3>',
      '</h3>',
      'Ada Lovelace',
      'CTO',
      '$29/mo',
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"JobPosting","title":[1]}',
      '{"@type":["Organization",7],"address":[null,3],"employee":"x"}',
      '{"@type":"Product","offers":[{"price":{}}]}',
      '<a href="https://jobs.lever.co/%E0%A4%A">x</a>',
      '<a href="//">',
      '<time datetime="x">',
      '© 2024 Acme GmbH',
      '<meta property="og:title" content="x">',
      '<p>founded in 1999',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const page = pageOf(pieces.join(''))
      const site = {
        domain: 'e.test',
        homeUrl: page.url,
        pages: [page],
        absent: [],
        failed: [],
        disallowed: 0,
        parked: null,
      }
      pageCandidates(site)
      findPeople([page])
      findBoard([page])
      jobsInNodes([page])
      jobsInLinks([page])
      readPricing([page])
      readOffer(site)
      readContent(site, NOW)
      expect(JSON.parse(JSON.stringify(page))).toEqual(page)
    }),
    { numRuns: 300 },
  )
})
