import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { attempt } from '#test/support/attempt.ts'

import { parseEgressAllow } from './egress-allow.ts'

describe('EGRESS_ALLOW', () => {
  test.each([
    ['', []],
    [' , ', []],
    ['intranet.corp:3000', [{ host: 'intranet.corp', port: 3000, ip: null }]],
    ['localhost:8080=127.0.0.1', [{ host: 'localhost', port: 8080, ip: '127.0.0.1' }]],
    ['A.Test.:80=10.0.0.1', [{ host: 'a.test', port: 80, ip: '10.0.0.1' }]],
    ['[::1]:8080=[::1]', [{ host: '[::1]', port: 8080, ip: '::1' }]],
    ['[0:0::1]:8080=0:0::1', [{ host: '[::1]', port: 8080, ip: '::1' }]],
    ['m\u00fcnchen.test:443', [{ host: 'xn--mnchen-3ya.test', port: 443, ip: null }]],
    ['127.1:80', [{ host: '127.0.0.1', port: 80, ip: null }]],
    [
      'a.test:1, b.test:65535=::1',
      [
        { host: 'a.test', port: 1, ip: null },
        { host: 'b.test', port: 65_535, ip: '::1' },
      ],
    ],
  ])('reads %j', (text, expected) => {
    expect(parseEgressAllow(text)).toEqual(expected)
  })

  test.each([
    'a.test',
    'a.test:',
    'a.test:0',
    'a.test:65536',
    'a.test:80=',
    'a.test:80=localhost',
    'a.test:80=127.1',
    'a.test:80=010.0.0.1',
    'a.test:80=1.2.3.4.5',
    'a.test:80=fe80::1%eth0',
    'http://a.test:80',
    'a.test:80/path',
    'a.test/x:80',
    'user@a.test:80',
    '*.test:80',
    'a.test?x:80',
    'a.test#x:80',
    ':80',
    '[::1:80',
    'a b:80',
    'a.test:80=1.1.1.1=2.2.2.2',
  ])('refuses %j and names it', (word) => {
    expect(() => parseEgressAllow(`ok.test:80,${word}`)).toThrow(`"${word}"`)
  })

  test('names every mistake at once', () => {
    expect(() => parseEgressAllow('a, b:1, c')).toThrow('"a", "c"')
  })

  test('reads or refuses, never something in between', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a1.:=[]%@/,-* \u00fc') }), (text) => {
        const read = attempt(() => parseEgressAllow(text))
        const isRight =
          read instanceof Error
            ? read.message.includes('not host:port')
            : read.every(({ host, port }) => new URL(`http://${host}:${port}/`).hostname === host)
        expect(isRight).toBe(true)
      }),
    )
  })
})
