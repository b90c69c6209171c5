import { describe, expect, test } from 'vitest'

import { fileInResult, mayWantFile, wantsFile } from './result-file.ts'

const PLACE = { data: 'image_base64', type: 'mime_type' }

describe('Accept', () => {
  test.each(['image/png', 'IMAGE/PNG', 'image/*', 'image/webp, image/png;q=0.5', 'image/png, application/json'])(
    '%s asks for the picture',
    (accept) => {
      expect([mayWantFile(accept), wantsFile(accept, 'image/png')]).toEqual([true, true])
    },
  )

  test.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, image/png',
    'image/png;q=0',
    'image/jpeg',
    'audio/*',
  ])('%s asks for JSON', (accept) => {
    expect(wantsFile(accept, 'image/png')).toBe(false)
  })
})

describe('the file of a result', () => {
  test('is read with its type', () => {
    const result = JSON.stringify({ image_base64: 'aGk=', mime_type: 'image/png' })
    expect(fileInResult(PLACE, result)).toEqual({ type: 'image/png', bytes: Buffer.from('hi') })
  })

  test.each([
    {},
    { image_base64: 'aGk=' },
    { image_base64: 1, mime_type: 'image/png' },
    null,
    { image_base64: 'aGk=', mime_type: 'text/html' },
  ])('is none in %j', (result) => {
    expect(fileInResult(PLACE, JSON.stringify(result))).toBeNull()
  })
})
