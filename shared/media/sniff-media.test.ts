import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isDeclaredType, sniffMedia } from './sniff-media.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('the first bytes of an upload', () => {
  test.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x20ftypisom', 'video/mp4'],
    ['\0\0\0\x20ftypM4V ', 'video/mp4'],
    ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
    ['\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'video/webm'],
  ])('%j is %s', (text, type) => {
    expect(sniffMedia(bytes(text))).toBe(type)
  })

  test.each([
    '',
    'GIF88a',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<!doctype html>',
    '%PDF-1.7',
    'PK\x03\x04',
    'BM',
    'II*\0',
    'RIFF\x10\0\0\0WAVE',
    '\0\0\0\x20ftypheic',
    '\0\0\0\x20ftypavif',
    '\0\0\0\x20ftypM4A ',
    '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska',
    '#EXTM3U',
    'ffconcat version 1.0',
    '\x89PNG',
  ])('%j is nothing that may be uploaded', (text) => {
    expect(sniffMedia(bytes(text))).toBeNull()
  })

  test('are of a known type or of none, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (some) => {
        expect(sniffMedia(some) === null || typeof sniffMedia(some) === 'string').toBe(true)
      }),
    )
  })
})

test.each([
  ['image/jpeg', 'image/jpeg', true],
  ['image/jpg', 'image/jpeg', true],
  ['IMAGE/PNG; charset=binary', 'image/png', true],
  ['video/quicktime', 'video/mp4', true],
  ['image/png', 'image/jpeg', false],
  ['image/svg+xml', 'image/png', false],
  ['video/webm', 'video/mp4', false],
  ['', 'image/png', false],
] as const)('%j declared for a %s: %s', (declared, found, agrees) => {
  expect(isDeclaredType(declared, found)).toBe(agrees)
})
