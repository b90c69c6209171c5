import { gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { sendDocument, textDocument } from './text-document.ts'

const asking = (headers: Record<string, string>) => ({ header: (name: string) => headers[name] })
const long = textDocument('é'.repeat(2_000), 'text/plain; charset=utf-8', 'tag')

describe('sendDocument', () => {
  test('sends the bytes with a strong ETag that may be kept for a minute', async () => {
    expect(await sendDocument(asking({}), long)).toEqual({
      headers: { ETag: '"tag"', 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding' },
      type: 'text/plain; charset=utf-8',
      body: long.bytes,
    })
  })

  test.each(['"tag"', 'W/"tag"', '"other", "tag"', '"tag-gzip"', '*'])(
    'answers 304 to If-None-Match: %s',
    async (sent) => {
      expect(await sendDocument(asking({ 'if-none-match': sent }), long)).toMatchObject({
        status: 304,
        body: '',
        headers: { ETag: '"tag"' },
      })
    },
  )

  test.each(['"other"', 'tag', '', ',,,', 'W/tag'])('sends it again to If-None-Match: %j', async (sent) => {
    expect((await sendDocument(asking({ 'if-none-match': sent }), long)).body).toBe(long.bytes)
  })

  test.each(['gzip', 'br, gzip;q=0.5', 'GZIP', 'x-gzip ; q=1.0'])(
    'compresses for Accept-Encoding: %s',
    async (sent) => {
      const { headers, body } = await sendDocument(asking({ 'accept-encoding': sent }), long)
      expect(headers).toMatchObject({ ETag: '"tag-gzip"', 'Content-Encoding': 'gzip' })
      expect(Buffer.isBuffer(body) && gunzipSync(body).equals(long.bytes)).toBe(true)
    },
  )

  test.each(['br', 'gzip;q=0', 'gzip;q=0.000', 'gzipped', ''])(
    'does not compress for Accept-Encoding: %j',
    async (sent) => {
      expect((await sendDocument(asking({ 'accept-encoding': sent }), long)).headers).not.toHaveProperty(
        'Content-Encoding',
      )
    },
  )

  test('does not compress what fits one packet', async () => {
    const short = textDocument('short', 'text/plain')
    expect((await sendDocument(asking({ 'accept-encoding': 'gzip' }), short)).body).toBe(short.bytes)
  })
})
