import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readHtml } from './read-html.ts'

const PAGE = 'https://acme.example/shop/'
const read = (body: string, head = '') => readHtml(`<html><head>${head}</head><body>${body}</body></html>`, PAGE)

describe('website-intelligence: the head', () => {
  test('title, description, language, canonical and robots are read as they stand', () => {
    const facts = readHtml(
      `<!doctype html><html lang="de-AT"><head><title> Stahl &amp;
       Eisen </title><meta name="Description" content="Aus der Schmiede"><link rel="canonical" href="/shop">
       <meta name="robots" content="NoIndex, follow"><meta name="viewport" content="width=device-width"></head></html>`,
      PAGE,
    )
    expect(facts).toMatchObject({
      lang: 'de-AT',
      titles: ['Stahl & Eisen'],
      description: 'Aus der Schmiede',
      canonical: 'https://acme.example/shop',
      robots: 'noindex, follow',
      hasViewport: true,
    })
  })

  test('the tool tip of a drawing is no title', () => {
    expect(read('<svg><title>An icon</title></svg>').titles).toEqual([])
  })

  test('a base element moves relative links', () => {
    expect(read('<a href="b">b</a>', '<base href="https://other.example/a/">').links).toEqual([
      { url: 'https://other.example/a/b', text: 'b' },
    ])
  })

  test('language alternatives, the API document and a Markdown version are found', () => {
    const facts = read(
      '',
      `<link rel="alternate" hreflang="fr" href="/fr"><link rel="service-desc" href="/openapi.json">
       <link rel="alternate" type="text/markdown" href="/index.md">`,
    )
    expect(facts).toMatchObject({
      hreflang: [{ lang: 'fr', url: 'https://acme.example/fr' }],
      serviceDescription: 'https://acme.example/openapi.json',
      hasMarkdownAlternate: true,
    })
  })
})

describe('website-intelligence: links and contacts', () => {
  test('links are absolute, without fragment and each once; what is no page is left out', () => {
    const facts = read(
      '<a href="../about#team">About <b>us</b></a><a href="/about">again</a><a href="javascript:x">x</a>',
    )
    expect(facts.links).toEqual([{ url: 'https://acme.example/about', text: 'About us' }])
  })

  test('addresses, numbers and profiles count as contacts, share buttons do not', () => {
    const facts = read(
      `<a href="mailto:Hello@acme.example?subject=x">mail</a><a href="tel:+43 1 234">call</a>
       <a href="https://www.linkedin.com/company/acme">in</a><a href="https://twitter.com/intent/tweet?url=x">share</a>`,
    )
    expect(facts.contacts).toEqual([
      { kind: 'email', value: 'Hello@acme.example' },
      { kind: 'phone', value: '+43 1 234' },
      { kind: 'social', value: 'https://www.linkedin.com/company/acme' },
    ])
  })

  test('structured data gives types and contacts; what is no JSON is counted', () => {
    const facts = read(
      `<script type="application/ld+json">{"@graph":[{"@type":["Organization","Brand"],"sameAs":"https://x.com/acme",
       "contactPoint":{"@type":"ContactPoint","telephone":"+43 1 2345"}}]}</script>
       <script type="application/ld+json">{oops}</script><div itemtype="https://schema.org/Product"></div>`,
    )
    expect(facts.structured).toEqual({ types: ['Organization', 'Brand', 'ContactPoint', 'Product'], invalid: 1 })
    expect(facts.contacts).toEqual([
      { kind: 'social', value: 'https://x.com/acme' },
      { kind: 'phone', value: '+43 1 2345' },
    ])
  })
})

describe('website-intelligence: resources', () => {
  test('scripts that block, images without alt or size, and foreign hosts are counted', () => {
    const { resources } = read(
      '<img src="a.png"><img src="b.png" alt="" width="1" height="1" loading="lazy"><iframe src="/f"></iframe>',
      `<script src="/a.js"></script><script src="/b.js" defer></script><script type="application/json" src="/c"></script>
       <link rel="stylesheet" href="https://cdn.example/x.css"><script src="https://cdn.example/y.js" integrity="sha384-x" async></script>`,
    )
    expect(resources).toEqual({
      scripts: 3,
      blockingScripts: 1,
      styles: 1,
      images: 2,
      imagesWithoutAlt: 1,
      imagesWithoutSize: 1,
      lazyImages: 1,
      frames: 1,
      foreignHosts: ['cdn.example'],
      withoutIntegrity: ['https://cdn.example/x.css'],
    })
  })

  test('what comes unencrypted into an encrypted page is told apart by what it can do', () => {
    const facts = read(
      '<script src="http://a.example/x.js"></script><img src="http://a.example/x.png"><form action="http://a.example/">',
    )
    expect(facts.mixed).toEqual({ active: ['http://a.example/x.js'], passive: ['http://a.example/x.png'] })
    expect(facts.insecureForms).toEqual(['http://a.example/'])
  })

  test('an unencrypted page mixes nothing', () => {
    const facts = readHtml('<script src="http://a.example/x.js"></script><input type=password>', 'http://acme.example/')
    expect(facts).toMatchObject({ mixed: { active: [], passive: [] }, hasPasswordField: true })
  })
})

describe('website-intelligence: text', () => {
  test('only what a reader sees counts, without navigation and footer', () => {
    const facts = read(
      '<nav>Home Shop</nav><h1>Steel widgets</h1><p>Forged by hand.</p><script>var hidden</script><footer>Imprint</footer>',
    )
    expect(facts.words).toBe(5)
    expect(facts.headings).toEqual([{ level: 1, text: 'Steel widgets' }])
    expect(Object.keys(facts.terms)[0]).toBe('steel')
    expect(facts.terms).not.toHaveProperty('imprint')
  })

  test('scripts without spaces are divided into words', () => {
    expect(read('<p>鉄の歯車を作ります</p>').words).toBeGreaterThan(3)
  })
})

describe('website-intelligence: foreign markup', () => {
  test('any text gives facts and never an error', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href="',
        '"',
        '>',
        '</a>',
        '<script type="application/ld+json">',
        '</script>',
        '{"@type":',
        '<svg>',
        '<base href="',
        '&amp',
        '<!--',
        '<title>',
        '\u0000',
        '<meta name=robots content=',
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(() => JSON.stringify(readHtml(pieces.join(''), PAGE))).not.toThrow()
      }),
    )
  })

  test('what nests without end is read up to where it stops being a page', () => {
    const facts = readHtml(`<title>Deep</title>${'<div>'.repeat(100_000)}`, PAGE)
    expect(facts.titles).toEqual(['Deep'])
  })
})
