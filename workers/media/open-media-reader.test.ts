import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { wavFile } from '#test/support/files/audio-file.ts'
import { animation, emptyZip, photo, plainPng } from '#test/support/files/image-file.ts'

import { openMediaReader } from './open-media-reader.ts'
import { readAudio } from './reading/read-audio.ts'
import { readPicture } from './reading/read-picture.ts'
import { linesOfTsv } from './reading/tsv-lines.ts'

const signal = AbortSignal.timeout(120_000)
const dataDir = mkdtempSync(join(tmpdir(), 'media-reader-'))
let reader: ReturnType<typeof openMediaReader>
beforeAll(() => {
  reader = openMediaReader({ log: createLog('silent'), place: { dataDir } })
})
afterAll(() => {
  reader.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const reason = (name: string) =>
  expect.objectContaining({ code: 'unprocessable', detail: expect.objectContaining({ extra: { reason: name } }) })

const FONT = resolve(import.meta.dirname, '../../node_modules/@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')

/** Black words on white, so many dots per inch. */
const written = (words: string, dpi = 200) =>
  sharp({ text: { text: words, font: 'Arimo 16', fontfile: FONT, rgba: true, dpi } })
    .flatten({ background: '#ffffff' })
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#ffffff' })
    .png()
    .toBuffer()

describe('a picture', () => {
  test('is shown upright, small enough, without its metadata', async () => {
    const read = await reader.picture(await photo('jpeg', 3_000, 2_000), { signal })
    expect(read).toMatchObject({ width: 2_000, height: 3_000, format: 'jpeg', animated: false, qrTexts: [] })
    const facts = await sharp(read.shown.bytes).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 1_045, height: 1_568 })
    expect(facts.exif).toBeUndefined()
    expect(read.shown.bytes.toString('latin1')).not.toContain('SECRET')
    expect(read.phash).toMatch(/^[0-9a-f]{16}$/)
  })

  test('that moves is its first picture', async () => {
    await expect(reader.picture(await animation(3), { signal })).resolves.toMatchObject({
      format: 'gif',
      animated: true,
      width: 20,
      height: 10,
    })
  })

  test('of too many pixels, cut off, two things at once, or none: refused', async () => {
    await expect(reader.picture(plainPng(8_000, 8_000), { signal })).rejects.toEqual(reason('too_many_pixels'))
    const jpeg = await photo('jpeg')
    await expect(reader.picture(jpeg.subarray(0, jpeg.length / 2), { signal })).rejects.toEqual(reason('broken'))
    await expect(reader.picture(Buffer.concat([jpeg, emptyZip]), { signal })).rejects.toEqual(reason('polyglot'))
    await expect(reader.picture(Buffer.from('BM this is no picture'), { signal })).rejects.toEqual(
      reason('not_an_image'),
    )
  })

  test('of any bytes is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { head } = await readPicture(Buffer.from(bytes), true)
        expect(head).toHaveProperty('refused')
      }),
      { numRuns: 30 },
    )
  })
})

describe('sound', () => {
  test('has a container and a length', async () => {
    await expect(reader.audio(wavFile(2.5), { signal })).resolves.toEqual({
      container: 'wav',
      type: 'audio/wav',
      durationS: 2.5,
    })
  })

  test('that is a text file is refused as no sound', async () => {
    await expect(reader.audio(Buffer.from('this is not sound at all, sorry'), { signal })).rejects.toEqual(
      reason('not_audio'),
    )
    const bytes = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(bytes, async (some) => {
        expect((await readAudio(Buffer.from(some))).head).toEqual({ refused: 'not_audio' })
      }),
      { numRuns: 30 },
    )
  })
})

describe('text in a picture', () => {
  test('is read with its place', async () => {
    const { lines, engine, rotationDeg } = await reader.ocr(
      { bytes: await written('HELLO 123'), lang: ['eng'], layout: 'auto' },
      { signal },
    )
    expect(lines.map(({ text }) => text).join('\n')).toContain('HELLO 123')
    expect(lines[0]).toMatchObject({ words: 2, box: { x: expect.any(Number) } })
    expect(lines[0]?.confidence).toBeGreaterThan(60)
    expect(engine.name).toBe('tesseract')
    expect(rotationDeg).toBe(0)
  })

  test('that is small is enlarged and read', async () => {
    const { lines } = await reader.ocr(
      { bytes: await written('Invoice total 42.50 EUR', 72), lang: ['eng'], layout: 'auto' },
      { signal },
    )
    expect(lines[0]?.text).toMatch(/Invoice total 42.50 EUR/)
  })

  test('that is not there is none', async () => {
    await expect(
      reader.ocr({ bytes: plainPng(400, 200), lang: ['eng'], layout: 'auto' }, { signal }),
    ).resolves.toMatchObject({ lines: [] })
  })

  test('of a language without data here is unavailable, what is no picture is refused', async () => {
    const bytes = await written('A')
    await expect(reader.ocr({ bytes, lang: ['xyz'], layout: 'auto' }, { signal })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(
      reader.ocr({ bytes: Buffer.from('no picture'), lang: ['eng'], layout: 'auto' }, { signal }),
    ).rejects.toEqual(reason('not_an_image'))
  })

  test('lines of any TSV are lines or none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (tsv) => {
        expect(Array.isArray(linesOfTsv(tsv, 2))).toBe(true)
      }),
    )
    expect(
      linesOfTsv('5\t1\t1\t1\t1\t1\t30\t30\t20\t10\t90.5\tHi\n5\t1\t1\t1\t1\t2\t60\t30\t20\t10\t80\tyou', 2),
    ).toEqual([{ text: 'Hi you', confidence: 85.3, words: 2, box: { x: 10, y: 10, width: 25, height: 5 } }])
  })
})
