import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatNamed } from './formats.ts'

const accepts = (name: string, value: unknown) => formatNamed(name)?.accepts(value)

describe('formats', () => {
  test.each<[string, string[], string[]]>([
    ['date', ['2024-02-29', '0001-01-01'], ['2023-02-29', '2024-13-01', '2024-1-01', '2024-01-01 ', '২০২৪-01-01']],
    [
      'time',
      ['23:59:59Z', '08:30:06.28+05:30', '23:59:60Z', '01:29:60+01:30'],
      ['24:00:00Z', '08:30:06', '22:59:60Z', '08:30:06+24:00'],
    ],
    [
      'date-time',
      ['1990-02-28t15:59:59.1z', '1998-12-31T23:59:60Z'],
      ['1990-02-30T15:59:59Z', '1990-02-28 15:59:59Z', '1990-02-28T15:59:59'],
    ],
    ['duration', ['P4DT12H30M5S', 'P2W', 'PT36H', 'P1Y2M'], ['P', 'PT', 'P1Y2D', 'PT1H1S', 'P1W1D', 'P0.5Y', '4D']],
    [
      'email',
      ['a.b@example.com', '"a b"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
      ['a', '@x.y', '.a@x.y', 'a..b@x.y', 'a@b c', 'a@x.'],
    ],
    ['idn-email', ['실례@실례.테스트', 'a@b.c'], ['실례', '@a']],
    [
      'hostname',
      ['example', 'a-b.c1', 'xn--bcher-kva.example'],
      ['', '.', 'a.', '-a', 'a_b', `${'a'.repeat(64)}.b`, 'xn--x', 'ü.de'],
    ],
    ['idn-hostname', ['bücher.example', '例え。テスト', 'l·l', 'a-b'], ['a·b', '-ü', 'ü--', '〮한', '·', 'a\u0640b', '']],
    ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.0.0.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.4.']],
    [
      'ipv6',
      ['::', '::1', '1::', '2001:db8::8:800:200c:417a', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8'],
      ['1:2', ':::', '1::2::3', '12345::', '::1%eth0', '1:2:3:4:5:6:7', '::1.2.3', '1:2:3:4:5:6:7:8:9'],
    ],
    [
      'uri',
      ['http://a.b/c?d#e', 'urn:oasis:x', 'mailto:a@b.c', 'http://[::1]:80/'],
      ['//a.b', 'a b:c', 'http://a.b/ü', 'http://[::1', '1x:y', 'http://a.b:x'],
    ],
    ['uri-reference', ['', '/a', '#x', '//a.b', 'a?b'], ['\\\\server', 'a b', 'http://a%2']],
    ['iri', ['http://ƒøø.ßår/?∂éœ=πîx'], ['/abc', 'http://a.b/\u{e000}']],
    ['iri-reference', ['/â', '#ƒ'], ['\\a', '%zz']],
    ['uri-template', ['/a/{b}{?c,d*}', "it's{/x:3}"], ['/a/{b', '{}', 'a b', '{a:0}']],
    [
      'uuid',
      ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
      ['2eb8aa08aa9811eab4aa73b441d16380', 'urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380'],
    ],
    ['json-pointer', ['', '/a~1b/~0'], ['a', '/~', '/~2']],
    ['relative-json-pointer', ['0', '1/a', '2#'], ['-1', '01/a', '/a', '0##']],
    ['regex', ['^a$', '\\d'], ['(', '\\Z']],
    ['byte', ['aGk=', ''], ['aGk', 'a-b_']],
  ])('%s takes and refuses what its standard says', (name, good, bad) => {
    for (const text of good) expect([text, accepts(name, text)]).toEqual([text, true])
    for (const text of bad) expect([text, accepts(name, text)]).toEqual([text, false])
  })

  test('number formats look at the range', () => {
    expect([
      accepts('int32', 2 ** 31 - 1),
      accepts('int32', -(2 ** 31)),
      accepts('int32', 2 ** 31),
      accepts('int32', 0.5),
    ]).toEqual([true, true, false, false])
    expect([accepts('int64', 2 ** 62), accepts('int64', 2 ** 63)]).toEqual([true, false])
  })

  test('a name nobody defined is no format, also when objects inherit it', () => {
    expect([formatNamed('colour'), formatNamed('constructor'), formatNamed('__proto__')]).toEqual([null, null, null])
  })

  test('any text is answered', () => {
    const names = [
      'date-time',
      'duration',
      'idn-email',
      'idn-hostname',
      'ipv6',
      'iri',
      'uri-template',
      'relative-json-pointer',
      'regex',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: 'binary' }), (name, text) => {
        expect(typeof accepts(name, text)).toBe('boolean')
      }),
    )
  })
})
