import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { UpstreamError, type UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { attempt } from '#test/support/attempt.ts'

import { lenientJson } from './lenient-json.ts'
import { readAnswer, replyOf } from './reply.ts'

const raw = (body: string | Buffer, contentType = 'application/json', status = 200) => ({
  status,
  contentType,
  body: Buffer.from(body),
  etag: null,
  lastModified: null,
})

describe('the type of an answer', () => {
  test.each([
    ['json', 'application/json'],
    ['json', 'application/problem+json; charset=utf-8'],
    ['json', 'Application/RDAP+JSON'],
    ['json', 'text/plain'],
    ['json', ''],
    ['xml', 'application/rss+xml'],
    ['xml', 'text/xml;charset=UTF-8'],
    ['html', 'text/html'],
    ['html', 'application/xhtml+xml'],
    ['text', 'text/csv'],
    ['text', 'application/csv'],
  ] as const)('%s may be %j', (expects, type) => {
    expect(replyOf(raw('x', type), expects).text()).toBe('x')
  })

  test.each([
    ['json', 'text/html'],
    ['json', 'application/xml'],
    ['json', 'image/png'],
    ['xml', 'text/html; charset=utf-8'],
    ['html', 'application/json'],
    ['text', 'image/png'],
  ] as const)('%s is not %j', (expects, type) => {
    expect(() => replyOf(raw('x', type), expects)).toThrow(expect.objectContaining({ problem: 'bad_response' }))
  })

  test('where a status alone is the answer, any type will do', () => {
    expect(replyOf(raw('<h1>Not Found</h1>', 'text/html', 404)).status).toBe(404)
  })

  test('an empty answer has none', () => {
    expect(replyOf(raw('', 'text/html', 204)).text()).toBe('')
  })
})

describe('a text', () => {
  test('is decoded by its charset, else as UTF-8', () => {
    expect(replyOf(raw(Buffer.from([0xe9]), 'application/json; charset="ISO-8859-1"')).text()).toBe('é')
    expect(replyOf(raw('é', 'application/json; charset=klingon')).text()).toBe('é')
  })

  test('of XML is decoded by its first line where the header says nothing', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1')
    expect(replyOf(raw(latin, 'application/rss+xml'), 'xml').text()).toContain('<a>é</a>')
    expect(replyOf(raw('<?xml encoding="latin1"?>é', 'text/xml; charset=utf-8'), 'xml').text()).toContain('é')
  })

  test.each([
    ['json', 'application/json', Buffer.from('{"a":"Caf\xe9"}', 'latin1')],
    ['json', 'application/json; charset=utf-8', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['xml', 'text/xml', Buffer.from('<a>Caf\xe9</a>', 'latin1')],
    ['html', 'text/html', Buffer.from('<p>Caf\xe9', 'latin1')],
    ['json', 'application/json; charset=utf-16', Buffer.from([0x7b, 0x00, 0x00])],
  ] as const)('%s as %s in another encoding is no answer, never one with wrong letters', (expects, type, body) => {
    expect(() => replyOf(raw(body, type), expects).text()).toThrow(expect.objectContaining({ problem: 'bad_response' }))
    expect(() => replyOf(raw(body, type), expects).json()).toThrow(expect.objectContaining({ problem: 'bad_response' }))
  })

  test('that is somebody’s file may hold any bytes', () => {
    expect(replyOf(raw(Buffer.from([0x61, 0xff]), 'text/plain'), 'text').text()).toBe('a\ufffd')
  })
})

describe('JSON', () => {
  test.each([
    ['\ufeff{"a":1}', { a: 1 }],
    [')]}\'\n{"a":1}', { a: 1 }],
    ['while(1);[1]', [1]],
    ['{"a":"one\ntwo\u0001"}', { a: 'one two ' }],
    ['  null ', null],
    ['18446744073709551615', 18446744073709552000],
  ])('%j is read', (text, value) => {
    expect(lenientJson(text)).toEqual(value)
  })

  test('what is JSON is left as it is', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(lenientJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('any other bytes are a bad answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = attempt(() => replyOf(raw(Buffer.from(bytes))).json())
        expect(!(read instanceof Error) || Object(read).problem === 'bad_response').toBe(true)
      }),
    )
  })
})

describe('reading', () => {
  const question = (read: UpstreamQuestion<unknown>['read']): UpstreamQuestion<unknown> => ({
    upstream: 'kraken',
    path: '/',
    ttlS: 1,
    read,
  })

  test('a reader that trips met a bad answer, and the log line says where, not what', () => {
    const Secret = z.object({ list: z.array(z.object({ n: z.number() })) })
    const read = () =>
      readAnswer(
        question((reply) => Secret.parse(reply.json())),
        raw('{"list":[{"n":"hunter2"}]}'),
      )
    expect(read).toThrow(
      expect.objectContaining({ problem: 'bad_response', message: expect.stringContaining('list.0.n') }),
    )
    expect(read).not.toThrow('hunter2')
    const broken = () =>
      readAnswer(
        question((reply) => Object.keys(Object(reply.json())['a'])),
        raw('{}'),
      )
    expect(broken).toThrow(
      expect.objectContaining({ problem: 'bad_response', message: expect.stringContaining('TypeError') }),
    )
  })

  test('what a reader throws on purpose stays', () => {
    const limited = new UpstreamError('rate_limited', 'inside a 200', { retryAfterMs: 5 })
    const refusal = new Refusal('unprocessable', 'no such symbol')
    for (const thrown of [limited, refusal]) {
      const read = () => {
        throw thrown
      }
      expect(() => readAnswer(question(read), raw('{}'))).toThrow(thrown)
    }
  })
})
