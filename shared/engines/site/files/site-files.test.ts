import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readAgentFile } from './read-agent-file.ts'
import { readLlmsTxt } from './read-llms-txt.ts'
import { readSecurityTxt } from './read-security-txt.ts'
import { readSitemap } from './read-sitemap.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('sitemaps', () => {
  test('entries keep their priority; images inside an entry are not entries', () => {
    const map = readSitemap(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc> https://a.example/?x=1&amp;y=2 </loc><priority>0.8</priority>
      <image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>
      <url><loc><![CDATA[https://a.example/b]]></loc><priority>7</priority></url></urlset>`)
    expect(map).toEqual({
      kind: 'urlset',
      count: 2,
      urls: [
        { url: 'https://a.example/?x=1&y=2', priority: 0.8 },
        { url: 'https://a.example/b', priority: null },
      ],
      sitemaps: [],
    })
  })

  test('an index names its sitemaps', () => {
    const map = readSitemap('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>')
    expect(map).toMatchObject({ kind: 'index', count: 1, sitemaps: ['https://a.example/1.xml'] })
  })

  test('a list of URLs is a sitemap, anything else is not', () => {
    expect(readSitemap('https://a.example/1\n\nhttps://a.example/2\n')).toMatchObject({ kind: 'text', count: 2 })
    expect(readSitemap('<html>not found</html>')).toMatchObject({ kind: 'invalid', count: 0 })
    expect(readSitemap('')).toMatchObject({ kind: 'invalid' })
  })
})

describe('security.txt (RFC 9116)', () => {
  test('one that does everything right has no problems', () => {
    const file = readSecurityTxt(
      '# hi\nContact: https://a.example/sec\nExpires: 2027-01-01T00:00:00Z\nPolicy: https://a.example/p',
      NOW,
    )
    expect(file).toEqual({
      contacts: ['https://a.example/sec'],
      expires: '2027-01-01T00:00:00.000Z',
      policy: 'https://a.example/p',
      signed: false,
      problems: [],
    })
  })

  test.each([
    ['Expires: 2027-01-01T00:00:00Z', 'it names no Contact'],
    ['Contact: mailto:a@b.c', 'it names no Expires date'],
    ['Contact: mailto:a@b.c\nExpires: 2026-11-01T00:00:00Z', 'it expired on 2026-11-01'],
    ['Contact: mailto:a@b.c\nExpires: 2029-01-01T00:00:00Z', 'Expires is more than a year ahead'],
    ['Contact: a@b.c\nExpires: 2027-01-01T00:00:00Z', 'a Contact is no https:, mailto: or tel: URI'],
  ])('%j: %s', (text, problem) => {
    expect(readSecurityTxt(text, NOW).problems).toEqual([problem])
  })
})

describe('llms.txt', () => {
  test('a title and links are what it is made of', () => {
    expect(readLlmsTxt('# Acme\n> about\n- [A](https://a.example/a): x\n* [B](/b)')).toEqual({
      title: 'Acme',
      links: 2,
      problems: [],
    })
  })

  test('without them it says what is missing', () => {
    expect(readLlmsTxt('hello').problems).toEqual(['it does not begin with a title (# …)', 'it lists no links'])
  })
})

describe('files for agents', () => {
  const url = 'https://a.example/f.json'
  test('an OpenAPI document has a version and paths', () => {
    const text =
      '{"openapi":"3.1.0","info":{"title":"A"},"paths":{"/x":{"get":{},"post":{"x-payment-info":{}},"parameters":[]}}}'
    expect(readAgentFile('openapi', text, url)).toEqual({
      url,
      name: 'A',
      version: '3.1.0',
      entries: 2,
      hasPayment: true,
    })
    expect(readAgentFile('openapi', '{"openapi":"3.1.0"}', url)).toBeNull()
  })

  test('an x402 listing names resources, an MCP card how to reach the server', () => {
    expect(readAgentFile('x402', '{"version":1,"resources":["https://a.example/x"]}', url)).toMatchObject({
      entries: 1,
    })
    expect(readAgentFile('mcp', '{"serverInfo":{"name":"A","version":"2"},"tools":[]}', url)).toMatchObject({
      name: 'A',
      version: '2',
    })
    expect(readAgentFile('mcp', '{"hello":"world"}', url)).toBeNull()
    expect(readAgentFile('x402', '[]', url)).toBeNull()
  })
})

test('no text makes a reader of robots.txt, sitemaps or security.txt fail', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .array(fc.constantFrom('<urlset>', '<url>', '<loc>', '</url>', 'x', '</loc>', '<sitemap>'))
      .map((parts) => `<urlset>${parts.join('')}`),
  )
  fc.assert(
    fc.property(text, (foreign) => {
      expect(() => {
        readSitemap(foreign)
        readSecurityTxt(foreign, NOW)
        readLlmsTxt(foreign)
        for (const kind of ['x402', 'mcp', 'openapi'] as const) readAgentFile(kind, foreign, 'https://a.example/')
      }).not.toThrow()
    }),
  )
})
