import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { attempt } from '#test/support/attempt.ts'

import { readFeed } from './read-feed.ts'

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>A &amp; B</title><link>https://e.test/</link>${items}</channel></rss>`

describe('a feed', () => {
  test('of RSS has its items, with their source', () => {
    const feed = readFeed(
      rss(`<item><title><![CDATA[Acme <b>ships</b>]]></title><link>https://e.test/1</link><guid isPermaLink="false">1</guid>
        <pubDate>Tue, 06 Oct 2026 23:40:00 GMT</pubDate><source url="https://www.reuters.com">Reuters</source>
        <media:title>Picture</media:title><description>x</description></item>
        <item><title>Two</title><guid>https://e.test/2</guid></item>`),
    )
    expect(feed).toEqual({
      kind: 'rss',
      title: 'A & B',
      items: [
        {
          title: 'Acme <b>ships</b>',
          link: 'https://e.test/1',
          publishedAt: '2026-10-06T23:40:00.000Z',
          source: { name: 'Reuters', url: 'https://www.reuters.com' },
        },
        { title: 'Two', link: 'https://e.test/2', publishedAt: null, source: null },
      ],
    })
  })

  test('of Atom has its entries, published before updated', () => {
    const feed =
      readFeed(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><title>One</title><id>urn:1</id>
      <link rel="self" href="https://e.test/self"/><link rel="alternate" href="https://e.test/1"/>
      <published>2026-11-01T10:00:00+02:00</published><updated>2026-11-02T10:00:00Z</updated></entry></feed>`)
    expect(feed).toMatchObject({
      kind: 'atom',
      items: [{ title: 'One', link: 'https://e.test/1', publishedAt: '2026-11-01T08:00:00.000Z' }],
    })
  })

  test('of RSS 1.0, and with another prefix for the publisher, is read too', () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><item><title>R</title><link>https://e.test/r</link><dc:date>2026-10-01T00:00:00Z</dc:date></item></rdf:RDF>`
    expect(readFeed(rdf)).toMatchObject({
      kind: 'rdf',
      items: [{ link: 'https://e.test/r', publishedAt: '2026-10-01T00:00:00.000Z' }],
    })
    expect(
      readFeed(rss('<item><title>B</title><link>https://e.test/b</link><News:Source>Forbes</News:Source></item>'))
        .items[0]?.source,
    ).toEqual({ name: 'Forbes', url: null })
  })

  test('without items is an empty one', () => expect(readFeed(rss('')).items).toEqual([]))

  test.each(['', 'hello', '<html><body>consent</body></html>', '{"a":1}', '<?xml version="1.0"?><Error/>'])(
    'is not %j',
    (text) => {
      expect(() => readFeed(text)).toThrow('no feed')
    },
  )
})

describe('entities', () => {
  const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, index) => `<!ENTITY lol${index + 1} "${`&lol${index === 0 ? '' : index};`.repeat(10)}">`).join('')}]><rss><channel><item><title>&lol9;</title></item></channel></rss>`

  test('that a feed wants to define, or to fetch, are refused with it', () => {
    expect(() => readFeed(LAUGHS)).toThrow('document type')
    expect(() => readFeed('<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss><channel/></rss>')).toThrow('document type')
  })

  test('of XML are read, others stay as they are', () => {
    expect(readFeed(rss('<item><title>&lt;a&gt; &#65; &unknown; &quot;</title></item>')).items[0]?.title).toBe(
      '<a> A &unknown; "',
    )
  })
})

test('any text is a feed or none, quickly', () => {
  const piece = fc.constantFrom(
    '<rss>',
    '<channel>',
    '<item>',
    '<title>',
    '</title>',
    '</item>',
    '<link href="',
    '&amp;',
    '<![CDATA[',
    ']]>',
    '<!-- ',
    '<pubDate>',
    '2026-01-01',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 60 }), (parts) => {
      const feed = attempt(() => readFeed(`<rss>${parts.join('')}`))
      expect(feed instanceof Error ? feed.name : feed.kind).toMatch(/^(?:rss|Error)$/)
    }),
  )
})
