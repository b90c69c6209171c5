import type { UpstreamSamples } from './sample.ts'

const RSS = 'application/xml; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const feed = (items: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:News="https://www.bing.com/news/search?q=europe&amp;format=rss"><channel><title>europe</title>${items}</channel></rss>`
const CDX_NAMES = ['timestamp', 'original', 'mimetype', 'statuscode', 'digest']

/** Upstreams of the search outcomes, and of registration data; bodies in the shape of recordings. */
export const searchSamples: UpstreamSamples = {
  searxng: {
    ok: {
      body: {
        query: 'wikipedia',
        results: [
          {
            url: 'https://www.wikipedia.org/',
            title: 'Wikipedia',
            content: 'The free encyclopedia.',
            engine: 'google',
            engines: ['google', 'bing'],
            positions: [1, 1],
            score: 9,
            category: 'general',
            publishedDate: null,
          },
        ],
        answers: [],
        suggestions: [],
        unresponsive_engines: [],
      },
    },
    notFound: { body: { query: 'wikipedia', results: [], answers: [], unresponsive_engines: [] } },
    errorsInside200: [
      { body: { query: 'wikipedia', results: [], unresponsive_engines: [['startpage', 'CAPTCHA']] } },
      { body: { error: 'No query' } },
    ],
  },
  brave: {
    ok: {
      body: {
        type: 'search',
        query: { original: 'wikipedia', more_results_available: true },
        web: {
          type: 'search',
          results: [
            {
              title: 'Wikipedia',
              url: 'https://www.wikipedia.org/',
              description: 'The <strong>free</strong> encyclopedia.',
              page_age: '2026-01-02T00:00:00',
              language: 'en',
              family_friendly: true,
            },
          ],
        },
      },
    },
    notFound: { body: { type: 'search', query: { original: 'wikipedia' } } },
    errorsInside200: [
      { body: { type: 'ErrorResponse', error: { code: 'RATE_LIMITED', status: 429 } } },
      { status: 422, body: { type: 'ErrorResponse', error: { code: 'SUBSCRIPTION_TOKEN_INVALID', status: 422 } } },
    ],
  },
  duckduckgo: {
    ok: {
      type: HTML,
      body: `<html><div id="links"><div class="result results_links results_links_deep web-result "><div class="links_main">
        <h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fwww.wikipedia.org%2F&amp;rut=abc">Wikipedia</a></h2>
        <a class="result__snippet" href="//duckduckgo.com/l/?uddg=x">The <b>free</b> encyclopedia</a></div></div></div></html>`,
    },
    notFound: {
      type: HTML,
      body: '<div id="links"><div class="result result--no-result"><div class="no-results">No results.</div></div></div>',
    },
    errorsInside200: [
      { type: HTML, body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js">Select all ducks</form>' },
      { status: 202, type: HTML, body: '<html><div class="anomaly-modal__title"></div></html>' },
    ],
  },
  mwmbl: {
    ok: {
      body: [
        {
          url: 'https://www.wikipedia.org/',
          title: [
            { value: 'Wiki', is_bold: true },
            { value: 'pedia', is_bold: false },
          ],
          extract: [{ value: 'The free encyclopedia', is_bold: false }],
        },
      ],
    },
    notFound: { body: [] },
    errorsInside200: [{ body: { detail: 'Internal error' } }],
  },
  marginalia: {
    ok: {
      body: {
        license: 'CC-BY-NC-SA 4.0',
        query: 'wikipedia',
        results: [
          { url: 'https://www.wikipedia.org/', title: 'Wikipedia', description: 'x', quality: 3, format: 'HTML5' },
        ],
      },
    },
    notFound: { body: { license: 'CC-BY-NC-SA 4.0', query: 'wikipedia', results: [] } },
    errorsInside200: [{ body: { error: 'Rate limited' } }],
  },
  'google-news': {
    ok: {
      type: RSS,
      body: feed(
        '<item><title>Acme ships rocket - Reuters</title><link>https://news.google.com/rss/articles/CBMiabc?oc=5</link><guid isPermaLink="false">CBMiabc</guid><pubDate>Tue, 06 Oct 2026 23:40:00 GMT</pubDate><source url="https://www.reuters.com">Reuters</source></item>',
      ),
    },
    notFound: { type: RSS, body: feed('') },
    errorsInside200: [
      { type: HTML, body: '<html><form action="https://consent.google.com/save"></form></html>' },
      {
        type: RSS,
        body: '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>&a;</title></item></channel></rss>',
      },
    ],
  },
  'bing-news': {
    ok: {
      type: RSS,
      body: feed(
        '<item><title>Forbes says so</title><link>http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;aid=&amp;url=https%3a%2f%2fwww.forbes.com%2fstory&amp;c=1&amp;mkt=en-us</link><pubDate>Thu, 08 Oct 2026 13:08:24 GMT</pubDate><News:Source>Forbes</News:Source></item>',
      ),
    },
    notFound: { type: RSS, body: feed('') },
    errorsInside200: [{ type: HTML, body: '<html><title>Bing</title></html>' }],
  },
  gdelt: {
    ok: {
      body: {
        articles: [
          {
            url: 'https://www.blic.rs/story',
            url_mobile: '',
            title: 'A story',
            seendate: '20261009T120000Z',
            domain: 'blic.rs',
            language: 'English',
            sourcecountry: 'Serbia',
          },
        ],
      },
    },
    notFound: { body: {} },
    errorsInside200: [
      { type: 'text/plain', body: 'Please limit requests to one every 5 seconds or contact us for larger queries.' },
      { type: HTML, body: 'The specified phrase is too short.' },
      { body: { error: 'Internal error' } },
    ],
  },
  'hacker-news': {
    ok: {
      body: {
        by: 'dhouston',
        descendants: 71,
        id: 8_863,
        kids: [8_952],
        score: 111,
        time: 1_175_714_200,
        title: 'My YC app: Dropbox - Throw away your USB drive',
        type: 'story',
        url: 'http://www.getdropbox.com/u/2/screencast.html',
      },
    },
    notFound: { body: 'null' },
    errorsInside200: [{ body: { error: 'Permission denied' } }],
  },
  'hn-algolia': {
    ok: {
      body: {
        hits: [
          {
            objectID: '8863',
            title: 'My YC app: Dropbox',
            url: 'http://www.getdropbox.com/u/2/screencast.html',
            author: 'dhouston',
            points: 111,
            num_comments: 71,
            created_at: '2007-04-04T19:16:40Z',
            created_at_i: 1_175_714_200,
            story_text: null,
            _tags: ['story', 'front_page'],
          },
        ],
        nbHits: 34,
        page: 0,
      },
    },
    notFound: { body: { hits: [], nbHits: 0, page: 0 } },
    errorsInside200: [{ body: { message: 'Unreachable hosts', status: 500 } }],
  },
  wayback: {
    ok: {
      body: [
        CDX_NAMES,
        ['20020120142510', 'http://example.com:80/', 'text/html', '200', 'HT2DYGA5UKZCPBSFVCV3JOBXGW2G5UUA'],
      ],
    },
    notFound: { body: [] },
    errorsInside200: [{ body: { error: 'overloaded' } }, { body: [['surprise'], ['x']] }],
  },
  'wayback-available': {
    ok: {
      body: {
        url: 'example.com',
        archived_snapshots: {
          closest: {
            status: '200',
            available: true,
            url: 'http://web.archive.org/web/20120101064348/http://www.example.com:80/',
            timestamp: '20120101064348',
          },
        },
      },
    },
    notFound: { body: { url: 'example.com', archived_snapshots: {} } },
    errorsInside200: [{ body: { message: 'try again' } }],
  },
  'rdap-bootstrap': {
    ok: {
      body: {
        version: '1.0',
        publication: '2026-11-01T00:00:00Z',
        description: 'RDAP bootstrap file for Domain Name System registrations',
        services: [
          [['com', 'net'], ['https://rdap.verisign.com/com/v1/']],
          [['cz'], ['https://rdap.nic.cz']],
        ],
      },
    },
    errorsInside200: [{ body: { version: '1.0', services: [] } }],
  },
  rdap: {
    ok: {
      type: 'application/rdap+json',
      body: {
        objectClassName: 'domain',
        handle: '2336799_DOMAIN_COM-VRSN',
        ldhName: 'EXAMPLE.COM',
        status: ['client delete prohibited'],
        events: [{ eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' }],
        nameservers: [{ objectClassName: 'nameserver', ldhName: 'A.IANA-SERVERS.NET' }],
        rdapConformance: ['rdap_level_0'],
      },
    },
    notFound: { status: 404, type: HTML, body: '<h1>Not Found</h1>' },
    errorsInside200: [
      { type: 'application/rdap+json', body: { errorCode: 429, title: 'Rate limit exceeded' } },
      { type: 'application/rdap+json', body: { objectClassName: 'domain', ldhName: 'OTHER.COM', events: [] } },
    ],
  },
  'rdap-org': {
    ok: { status: 302, body: '', headers: { location: 'https://rdap.verisign.com/com/v1/domain/example.com' } },
    notFound: { status: 404, type: 'text/plain', body: '' },
    errorsInside200: [{ body: { title: 'no redirect' } }],
  },
}
