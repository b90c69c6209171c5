import type { networkInterfaces } from 'node:os'

import { describe, expect, test } from 'vitest'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { hostnameOf, portOf } from '#shared/lib/network/public/admit-url.ts'
import { RIVAL_HOST, SAMPLE_HOST, sampleSiteExceptions } from '#shared/lib/network/sample-site.ts'
import { ALLOWED_URLS, forbiddenUrls, listedNames } from '#test/support/hostile/ssrf-urls.ts'

import { Denied } from './denied.ts'
import { ownAddressesOf } from './own-addresses.ts'
import { createPolicy, type EgressPolicy, type ResolveName } from './policy.ts'

const PORT = 8080
const OWN = '198.41.0.4'

const policyOf = (options: { allow?: string; resolveName?: ResolveName; own?: readonly string[] } = {}) =>
  createPolicy({
    allow: parseEgressAllow(options.allow ?? ''),
    resolveName: options.resolveName ?? listedNames,
    ownNames: ['Our-Own.example.org.', 'machine'],
    ownAddresses: () => new Set(options.own ?? [OWN]),
  })

async function lead(policy: EgressPolicy, text: string) {
  const url = policy.admit(text)
  return policy.resolve(hostnameOf(url), portOf(url))
}

const reasonOf = (leading: Promise<unknown>) =>
  leading.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Denied) return error.reason
      throw error
    },
  )

test('every URL of the list of forbidden ones is denied', async () => {
  const list = forbiddenUrls(PORT)
  expect(new Set(list.map(({ url }) => url)).size).toBeGreaterThan(200)
  const admitted: string[] = []
  for (const { family, url } of list)
    if ((await reasonOf(lead(policyOf(), url))) === null) admitted.push(`${family}: ${url}`)
  expect(admitted).toEqual([])
})

test('every URL of the list of allowed ones is led to an address', async () => {
  const denied: string[] = []
  for (const url of ALLOWED_URLS) {
    const reason = await reasonOf(lead(policyOf(), url))
    if (reason !== null) denied.push(`${url}: ${reason}`)
  }
  expect(denied).toEqual([])
  expect((await lead(policyOf(), ALLOWED_URLS[0] ?? '')).addresses.length).toBeGreaterThan(0)
})

describe('names', () => {
  test('lose one trailing dot, so that TLS, Host and the exceptions see one name', () => {
    expect(policyOf().admit('http://Example.COM./x').href).toBe('http://example.com/x')
  })

  test('are resolved once, and what is dialled is what was judged', async () => {
    const asked: string[] = []
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const resolveName = async (name: string) => {
      asked.push(name)
      return answers.shift() ?? []
    }
    const policy = policyOf({ resolveName })
    expect(await lead(policy, 'http://rebind.example.com/')).toEqual({
      hostname: 'rebind.example.com',
      port: 80,
      addresses: ['93.184.216.34'],
    })
    expect(asked).toEqual(['rebind.example.com'])
    expect(await reasonOf(lead(policy, 'http://rebind.example.com/'))).toBe('address')
  })

  test.each([
    [['93.184.216.34', '10.0.0.1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '::1']],
    [['2606:4700::1', '::ffff:127.0.0.1']],
    [[...Array.from({ length: 50 }, (_, n) => `93.184.216.${n}`), '169.254.169.254']],
    [['93.184.216.34', 'not an address']],
  ])('with one bad address among %j are denied', async (addresses) => {
    expect(await reasonOf(lead(policyOf({ resolveName: async () => addresses }), 'http://a.example.com/'))).toBe(
      'address',
    )
  })

  test('without any address are denied', async () => {
    expect(await reasonOf(lead(policyOf(), 'http://nothing.example.net/'))).toBe('no_address')
  })
})

describe('ourselves', () => {
  test.each(['http://our-own.example.org/', 'https://OUR-OWN.example.org.:8443/'])('%s is denied by name', (url) => {
    expect(() => policyOf().admit(url)).toThrow('own_name')
  })

  test('a public address of this machine is denied, as a literal and behind a name', async () => {
    expect(await reasonOf(lead(policyOf(), `http://${OWN}/`))).toBe('own_address')
    const resolveName = async () => ['93.184.216.34', OWN]
    expect(await reasonOf(lead(policyOf({ resolveName }), 'http://mirror.example.com/'))).toBe('own_address')
  })

  test('an IPv6 address of ours is known in every spelling', async () => {
    const policy = policyOf({ own: ['2606:4700::1'] })
    expect(await reasonOf(lead(policy, 'http://[2606:4700:0:0:0:0:0:1]/'))).toBe('own_address')
  })

  test('addresses are looked up again after some seconds', () => {
    let at = 0
    let interfaces: ReturnType<typeof networkInterfaces> = {}
    const own = ownAddressesOf(
      () => interfaces,
      () => at,
    )
    expect(own().size).toBe(0)
    interfaces = { eth0: [nic('::ffff:8.8.4.4'), nic('fe80::1')] }
    expect(own().size).toBe(0)
    at = 5_000
    expect([...own()]).toEqual(['8.8.4.4', 'fe80::1'])
  })
})

describe('EGRESS_ALLOW', () => {
  test.each([
    ['intranet:3000', 'http://intranet:3000/', ['10.0.0.7']],
    ['wiki.corp:8081', 'https://WIKI.corp.:8081/a', ['10.0.0.7']],
    ['10.0.0.7:80', 'http://10.0.0.7/', ['10.0.0.7']],
    ['[fd12::1]:80', 'http://[fd12::1]/', ['fd12::1']],
    ['a.test:443=127.0.0.1', 'https://a.test/', ['127.0.0.1']],
    ['localhost:5173=::1', 'http://localhost:5173/', ['::1']],
    ['127.0.0.1:8080=127.0.0.1', 'http://2130706433:8080/', ['127.0.0.1']],
    ['metadata.google.internal:80=169.254.169.254', 'http://metadata.google.internal/', ['169.254.169.254']],
    ['our-own.example.org:80=10.9.9.9', 'http://our-own.example.org/', ['10.9.9.9']],
    [`mirror.example.com:80=${OWN}`, 'http://mirror.example.com/', [OWN]],
  ])('%s opens %s', async (allow, url, addresses) => {
    const policy = policyOf({ allow, resolveName: async () => ['10.0.0.7'] })
    expect((await lead(policy, url)).addresses).toEqual(addresses)
  })

  test.each([
    ['without =ip does not reach loopback', 'inside.example.com:80', 'http://inside.example.com/', ['127.0.0.1']],
    ['without =ip does not reach ::1', 'inside.example.com:80', 'http://inside.example.com/', ['::1']],
    ['without =ip does not reach link-local', 'inside.example.com:80', 'http://inside.example.com/', ['fe80::1']],
    ['without =ip does not reach metadata', 'inside.example.com:80', 'http://inside.example.com/', ['169.254.169.254']],
    ['nor metadata in private space', 'inside.example.com:80', 'http://inside.example.com/', ['100.100.100.200']],
    ['without =ip does not reach ourselves', 'inside.example.com:80', 'http://inside.example.com/', ['10.0.0.99']],
    ['judges every address', 'inside.example.com:80', 'http://inside.example.com/', ['10.0.0.7', '127.0.0.1']],
    ['without =ip opens no loopback literal', '127.0.0.1:8080', 'http://127.0.0.1:8080/', []],
    ['is for one port', 'a.test:3000=127.0.0.1', 'http://a.test:3001/', []],
    ['is for one port, not for the scheme\u2019s own', 'a.test:3000=127.0.0.1', 'http://a.test/', []],
    ['is for one host', 'a.test:3000=127.0.0.1', 'http://b.a.test:3000/', []],
    ['opens the name, not its address', 'a.test:8080=127.0.0.1', 'http://127.0.0.1:8080/', []],
    ['lets no credentials in', 'a.test:80=127.0.0.1', 'http://user@a.test/', []],
    ['lets no other scheme in', 'a.test:21=127.0.0.1', 'ftp://a.test/', []],
    [
      'without =ip does not open our own name',
      'our-own.example.org:80',
      'http://our-own.example.org/',
      ['93.184.216.34'],
    ],
  ])('%s', async (_name, allow, url, addresses) => {
    const policy = policyOf({ allow, own: ['10.0.0.99'], resolveName: async () => addresses })
    expect(await reasonOf(lead(policy, url))).not.toBeNull()
  })

  test('asks no DNS where the address is given', async () => {
    const resolveName = () => Promise.reject(new Error('was asked'))
    expect(await lead(policyOf({ allow: 'a.test:80=127.0.0.1', resolveName }), 'http://a.test/')).toMatchObject({
      addresses: ['127.0.0.1'],
    })
  })

  test('empty opens nothing', async () => {
    expect(await reasonOf(lead(policyOf(), 'http://127.0.0.1/'))).toBe('address')
  })
})

describe('SAMPLE_SITE_PORT', () => {
  const samplePolicy = (port?: number) =>
    createPolicy({
      allow: sampleSiteExceptions(port),
      resolveName: async () => ['127.0.0.1'],
      ownNames: [],
      ownAddresses: () => new Set(),
    })

  test('leads the two names of the sample site to that port of this machine', async () => {
    for (const host of [SAMPLE_HOST, RIVAL_HOST]) {
      expect(await lead(samplePolicy(8_500), `http://${host}/hello.pdf`)).toEqual({
        hostname: host,
        port: 8_500,
        addresses: ['127.0.0.1'],
      })
    }
  })

  test.each([
    `https://${SAMPLE_HOST}/`,
    `http://${SAMPLE_HOST}:8500/`,
    `http://www.${SAMPLE_HOST}/`,
    'http://127.0.0.1:8500/',
    'http://127.0.0.1/',
    'http://localhost:8500/',
    'http://another.test/',
  ])('opens nothing else: %s', async (url) => {
    expect(await reasonOf(lead(samplePolicy(8_500), url))).not.toBeNull()
  })

  test('without it, the names lead nowhere', async () => {
    expect(await reasonOf(lead(samplePolicy(), `http://${SAMPLE_HOST}/`))).toBe('name')
  })
})

const nic = (address: string) => ({
  address,
  netmask: '',
  family: 'IPv4' as const,
  mac: '',
  internal: false,
  cidr: null,
})
