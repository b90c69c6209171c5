import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readRdap } from './read-rdap.ts'
import { readWhois } from './read-whois.ts'
import { Refusal } from '#shared/errors.ts'
import { fakeEgress, type Told as Page } from '#test/support/fakes/fake-egress.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { attempt } from '#test/support/attempt.ts'
import { rdapWhois } from './outcome.ts'

const jcard = (fields: Record<string, string>) => [
  'vcard',
  [['version', {}, 'text', '4.0'], ...Object.entries(fields).map(([name, value]) => [name, {}, 'text', value])],
]
const DOMAIN = {
  objectClassName: 'domain',
  handle: '2336799_DOMAIN_COM-VRSN',
  ldhName: 'EXAMPLE.COM',
  status: ['client delete prohibited', 'client transfer prohibited', 'active'],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['registrar'],
      publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
      vcardArray: jcard({ fn: 'RESERVED-Internet Assigned Numbers Authority' }),
      entities: [{ roles: ['abuse'], vcardArray: jcard({ fn: '', email: 'abuse@registrar.example' }) }],
    },
  ],
  events: [
    { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
    { eventAction: 'expiration', eventDate: '2027-08-13T04:00:00Z' },
    { eventAction: 'last changed', eventDate: '2026-08-14T07:01:39Z' },
  ],
  secureDNS: { delegationSigned: true },
  nameservers: [{ ldhName: 'B.IANA-SERVERS.NET' }, { ldhName: 'A.IANA-SERVERS.NET.' }],
}
const BOOTSTRAP = {
  version: '1.0',
  services: [
    [
      ['com', 'net'],
      ['http://old.test/', 'https://rdap.verisign.test/com/v1/'],
    ],
    [['uk'], ['https://rdap.nominet.test/uk/']],
  ],
}

type Says = { bootstrap?: Told; rdap?: Told; org?: Told; pages?: Record<string, Page>; whois?: string | null | Refusal }

async function run(domain: string, says: Says, input: object = {}) {
  const upstreams = fakeUpstreams(({ upstream }) => {
    if (upstream === 'rdap-bootstrap') return says.bootstrap ?? { body: BOOTSTRAP }
    return (upstream === 'rdap' ? says.rdap : says.org) ?? 'unreachable'
  })
  const whois = {
    ask: async () => {
      if (says.whois instanceof Refusal) throw says.whois
      return says.whois === null || says.whois === undefined
        ? null
        : { server: 'whois.nic.test', text: says.whois, retrievedAt: '2026-11-20T12:00:00.000Z' }
    },
  }
  const egress = fakeEgress(says.pages ?? {})
  rdapWhois.check?.(rdapWhois.input.parse({ domain, ...input }))
  const ctx = fakeContext({ upstreams, egress, whois })
  // Safe: the outcome's own schema made it.
  const answer = (await rdapWhois.run({ domain, ...input }, ctx)) as Record<string, unknown>
  return { answer, asked: upstreams.asked, fetched: egress.asked.map(({ url }) => url) }
}

describe('rdap-whois: by RDAP', () => {
  test('a registration is told with its dates, registrar, status and name servers', async () => {
    const { answer, asked } = await run('Example.COM.', { rdap: { body: DOMAIN } })
    expect(answer).toMatchObject({
      domain: 'example.com',
      registered: true,
      registrar: {
        name: 'RESERVED-Internet Assigned Numbers Authority',
        iana_id: '376',
        abuse_email: 'abuse@registrar.example',
      },
      created_at: '1995-08-14T04:00:00.000Z',
      expires_at: '2027-08-13T04:00:00.000Z',
      age_days: 11_421,
      days_to_expiry: 265,
      status: ['clientDeleteProhibited', 'clientTransferProhibited', 'ok'],
      nameservers: ['a.iana-servers.net', 'b.iana-servers.net'],
      dnssec: true,
      privacy: null,
      registrant: { state: 'not_given' },
      flags: [],
      protocol: 'rdap',
    })
    expect(asked.at(-1)).toMatchObject({
      upstream: 'rdap',
      base: 'https://rdap.verisign.test/com/v1',
      fill: { domain: 'example.com' },
    })
  })

  test('a name under a public suffix is reduced to what is registered', async () => {
    const { answer, asked } = await run('www.example.co.uk', { rdap: { status: 404, body: '' } })
    expect(answer).toMatchObject({
      domain: 'example.co.uk',
      registered: false,
      registrar: null,
      created_at: null,
      flags: [],
    })
    expect(asked.at(-1)?.base).toBe('https://rdap.nominet.test/uk')
  })

  test('a young registration and one near its end are flagged', async () => {
    const at = (days: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000).toISOString()
    const told = (created: number, expires: number, status: string[] = []) => ({
      rdap: {
        body: {
          ...DOMAIN,
          ldhName: 'e.com',
          status,
          events: [
            { eventAction: 'registration', eventDate: at(created) },
            { eventAction: 'expiration', eventDate: at(expires) },
          ],
        },
      },
    })
    expect((await run('e.com', told(-10, 355))).answer).toMatchObject({ age_days: 10, flags: ['newly_registered'] })
    expect((await run('e.com', told(-400, 12, ['client hold']))).answer).toMatchObject({
      days_to_expiry: 12,
      flags: ['expires_soon', 'client_hold'],
    })
    expect((await run('e.com', told(-400, -3, ['redemption period', 'pending delete']))).answer['flags']).toEqual([
      'expired',
      'redemption',
      'pending_delete',
    ])
  })

  test.each([
    [
      'words in place of a name',
      {
        entities: [
          { roles: ['registrant'], vcardArray: jcard({ fn: 'REDACTED FOR PRIVACY', org: 'Domains By Proxy, LLC' }) },
        ],
      },
    ],
    ['a list of what is redacted', { redacted: [{ name: { type: 'Registrant Name' }, method: 'emptyValue' }] }],
    [
      'a remark at the registrant',
      { entities: [{ roles: ['registrant'], remarks: [{ title: 'REDACTED FOR PRIVACY' }] }] },
    ],
  ])('%s is a redaction, shown as one', async (_by, more) => {
    const { answer } = await run('example.com', { rdap: { body: { ...DOMAIN, ...more } } })
    expect(answer).toMatchObject({
      privacy: true,
      registrant: { state: 'redacted', organization: null, evidence: expect.any(String) },
    })
  })

  test('an organisation that is shown is shown, and never a person', async () => {
    const registrant = {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', 'Jane Doe'],
          ['org', {}, 'text', 'Acme Ltd'],
          ['adr', { cc: 'GB' }, 'text', ['', '', '', '', '', '', '']],
        ],
      ],
    }
    const { answer } = await run('example.com', { rdap: { body: { ...DOMAIN, entities: [registrant] } } })
    expect(answer).toMatchObject({
      privacy: false,
      registrant: { state: 'shown', organization: 'Acme Ltd', country: 'GB' },
    })
    expect(JSON.stringify(answer)).not.toContain('Jane')
  })

  test('a registrar’s own server adds what the registry does not know, once, and not more', async () => {
    const more = 'https://rdap.registrar.test/domain/EXAMPLE.COM'
    const thin = { ...DOMAIN, links: [{ rel: 'related', href: more, type: 'application/rdap+json' }] }
    const rich = {
      ...DOMAIN,
      events: [],
      entities: [{ roles: ['registrant'], vcardArray: jcard({ fn: 'Withheld for Privacy ehf' }) }],
      links: thin.links,
    }
    const { answer, fetched } = await run('example.com', {
      rdap: { body: thin },
      pages: { [more]: { body: JSON.stringify(rich) } },
    })
    expect(answer).toMatchObject({
      privacy: true,
      created_at: '1995-08-14T04:00:00.000Z',
      registrar: { iana_id: '376' },
    })
    expect(fetched).toEqual([more])
    const alone = await run('example.com', {
      rdap: { body: thin },
      pages: { [more]: new Refusal('upstream_unavailable', 'no') },
    })
    expect(alone.answer).toMatchObject({ privacy: null, notes: [expect.stringContaining('did not answer')] })
  })

  test('a known registry is asked even when IANA’s list cannot be had', async () => {
    const { asked } = await run('example.com', { bootstrap: 'timeout', rdap: { body: DOMAIN } })
    expect(asked.at(-1)?.base).toBe('https://rdap.verisign.com/com/v1')
  })

  test('a server that answers for another domain is not believed', async () => {
    await expect(run('other.com', { rdap: { body: DOMAIN } })).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('an ending that IANA does not list is asked where rdap.org points to', async () => {
    const place = 'https://rdap.nic.example/domain/acme.io'
    const { answer } = await run('acme.io', {
      org: { body: { location: place } },
      pages: {
        [place]: {
          body: JSON.stringify({ ...DOMAIN, ldhName: 'acme.io' }),
          headers: { 'content-type': 'application/rdap+json' },
        },
      },
    })
    expect(answer).toMatchObject({ domain: 'acme.io', registered: true, protocol: 'rdap', source: { url: place } })
  })
})

const WHOIS = `Domain Name: ACME.IO
Registry Domain ID: x
Registrar WHOIS Server: whois.example.net
Updated Date: 2026-02-03T09:00:00Z
Creation Date: 2014-05-06T10:11:12Z
Registry Expiry Date: 2027-05-06T10:11:12Z
Registrar: Example Registrar, Inc.
Registrar IANA ID: 9999
Registrar Abuse Contact Email: abuse@example.net
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Registrant Organization: REDACTED FOR PRIVACY
Registrant Country: US
Name Server: NS1.EXAMPLE.NET
Name Server: NS2.EXAMPLE.NET
DNSSEC: unsigned
>>> Last update of WHOIS database: 2026-11-20T11:00:00Z <<<`

describe('rdap-whois: by WHOIS', () => {
  test('an ending without RDAP is read from labelled lines', async () => {
    const { answer } = await run('acme.io', { org: { status: 404, body: '' }, whois: WHOIS })
    expect(answer).toMatchObject({
      protocol: 'whois',
      registered: true,
      registrar: { name: 'Example Registrar, Inc.', iana_id: '9999', abuse_email: 'abuse@example.net' },
      created_at: '2014-05-06T10:11:12.000Z',
      expires_at: '2027-05-06T10:11:12.000Z',
      status: ['clientTransferProhibited'],
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      dnssec: false,
      privacy: true,
      source: { name: 'WHOIS of whois.nic.test', tried: [{ source: 'rdap-org', problem: 'knows_no_server' }] },
    })
  })

  test.each([
    [
      'de',
      'Domain: acme.de\nNserver: ns1.acme.de\nNserver: ns2.acme.de\nStatus: connect\nChanged: 2023-01-31T10:00:00+01:00\n',
      { registered: true, updatedAt: '2023-01-31T09:00:00.000Z', createdAt: null },
    ],
    [
      'ua',
      'domain: acme.ua\ncreated: 2002-12-04 00:00:00+02\nexpires: 2027-12-04T00:00:00-0330\n',
      { createdAt: '2002-12-03T22:00:00.000Z', expiresAt: '2027-12-04T03:30:00.000Z' },
    ],
    [
      'uk',
      '    Domain name:\n        acme.uk\n\n    Registrar:\n        Acme Names Ltd\n\n    Relevant dates:\n        Registered on: 14-Feb-2011\n        Expiry date:  14-Feb-2027\n',
      { registered: true, createdAt: '2011-02-14T00:00:00.000Z', registrar: { name: 'Acme Names Ltd' } },
    ],
    [
      'jp',
      '[Domain Name]                   ACME.JP\n[Name Server]                   ns1.acme.jp\n',
      { registered: true },
    ],
    [
      'fi',
      'domain.............: acme.fi\nstatus.............: Registered\ncreated............: 1.2.2003 10:00:00\nexpires............: 31.8.2027 23:59:59\nnserver............: ns1.acme.fi [OK]\n',
      { createdAt: '2003-02-01T10:00:00.000Z', expiresAt: '2027-08-31T23:59:59.000Z', nameservers: ['ns1.acme.fi'] },
    ],
    [
      'kr',
      'Domain Name                 : acme.kr\nRegistered Date             : 2001. 03. 05.\n',
      { registered: true },
    ],
  ])('the lines of .%s are read', (tld, text, expected) => {
    // The bracketed form of JPRS has no colon.
    const lines = text.replaceAll(/^\[(.+?)\]\s+/gm, '[$1]: ')
    const reading = readWhois(lines, `acme.${tld}`)
    expect(reading).toMatchObject({ kind: 'read', registration: expected })
  })

  test.each([
    'No match for "ACME.IO".',
    '% No entries found',
    'Domain not found.',
    'NOT FOUND',
    'Status: free',
    'The queried object does not exist: no such domain',
    'acme.io is available for registration',
  ])('%j is a free name', (text) =>
    expect(readWhois(text, 'acme.io')).toMatchObject({ kind: 'read', registration: { registered: false } }),
  )

  test('a quota, and a text of another kind, are no answer', async () => {
    expect(readWhois('WHOIS LIMIT EXCEEDED - SEE WWW.EXAMPLE', 'a.io')).toEqual({ kind: 'limited' })
    expect(readWhois('<html>welcome</html>', 'a.io')).toEqual({ kind: 'unreadable' })
    await expect(
      run('acme.io', { org: { status: 404, body: '' }, whois: 'Quota exceeded, try again later' }),
    ).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: [{ source: 'rdap-org' }, { source: 'whois.nic.test', problem: 'rate_limited' }] } },
    })
  })

  test('stands in for an RDAP server that does not answer, unless that is not wanted', async () => {
    const text = WHOIS.replaceAll('ACME.IO', 'EXAMPLE.COM')
    expect((await run('example.com', { rdap: 'server_error', whois: text })).answer).toMatchObject({
      protocol: 'whois',
      source: { tried: [{ source: 'rdap', problem: 'server_error' }] },
    })
    await expect(
      run('example.com', { rdap: 'server_error', whois: text }, { fallback_whois: false }),
    ).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('nobody to ask is a refusal that says so', async () => {
    await expect(run('acme.io', { org: { status: 404, body: '' }, whois: null })).rejects.toMatchObject({
      code: 'unprocessable',
    })
  })
})

describe('rdap-whois: what is no domain', () => {
  test.each(['127.0.0.1', 'a..b', 'http://e.com'])('%j is a wrong field', (domain) => {
    expect(() => rdapWhois.check?.(rdapWhois.input.parse({ domain }))).toThrow('One field is wrong')
  })

  test.each(['localhost', 'nas.local', 'com'])('%s is not looked up', async (domain) => {
    await expect(run(domain, {})).rejects.toMatchObject({ code: 'url_not_allowed' })
  })

  test('a public suffix is no registration', async () => {
    await expect(run('co.uk', {})).rejects.toMatchObject({ code: 'validation_error' })
  })
})

describe('rdap-whois: answers of strangers', () => {
  const reply = (body: unknown, status = 200) => ({ status, text: () => JSON.stringify(body), json: () => body })

  test('in any JSON are read or refused', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            objectClassName: fc.constant('domain'),
            ldhName: fc.oneof(fc.constant('e.com'), fc.jsonValue()),
            status: fc.jsonValue(),
            events: fc.jsonValue(),
            entities: fc.oneof(
              fc.jsonValue(),
              fc.array(fc.record({ roles: fc.jsonValue(), vcardArray: fc.jsonValue(), entities: fc.jsonValue() })),
            ),
            links: fc.jsonValue(),
            redacted: fc.jsonValue(),
            nameservers: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
        (body) => {
          const read = attempt(() => readRdap(reply(body), 'e.com'))
          expect(read).toMatchObject(
            read instanceof Error ? { name: 'UpstreamError', problem: 'bad_response' } : { registered: true },
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('in any text are read or refused', () => {
    const line = fc
      .tuple(fc.constantFrom('Domain Name', 'Creation Date', 'Status', 'nserver', 'Registrar', ''), fc.string())
      .map(([label, value]) => `${label}: ${value}`)
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string({ unit: 'binary' })), { maxLength: 30 }), (lines) => {
        expect(['read', 'limited', 'unreadable']).toContain(readWhois(lines.join('\n'), 'e.com').kind)
      }),
    )
  })
})
