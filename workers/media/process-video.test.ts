import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { emptyZip } from '#test/support/files/image-file.ts'
import { videoFile } from '#test/support/files/video-file.ts'
import type { MediaType } from '#shared/media/media-limits.ts'

import { MediaAnswerFromChild } from './media-answer.ts'
import { processVideo } from './process-video.ts'

const TYPES = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' } as const

async function refusal(file: Buffer, type: MediaType = 'video/mp4') {
  const answer = MediaAnswerFromChild.parse((await processVideo(file, type)).head)
  return 'refused' in answer ? answer.refused : null
}

/** A box of the ISO base media format. */
function box(name: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name), Buffer.from(content)])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([size, body])
}

describe('a video that is accepted', () => {
  test.each(['mp4', 'mov', 'webm'] as const)(
    '%s: its picture and sound are packed anew, without what else it carried',
    async (container) => {
      const file = await videoFile(container, { sound: true, title: 'SECRET-TITLE', frames: 6 })
      expect(file.includes('SECRET-TITLE')).toBe(true)
      const { head, parts } = await processVideo(file, TYPES[container])
      const type = container === 'webm' ? 'video/webm' : 'video/mp4'
      expect(head).toMatchObject({ width: 16, height: 16, frames: null, files: [{ type, width: 16, height: 16 }] })
      const made = Buffer.from(parts[0] ?? [])
      expect(made.includes('SECRET-TITLE')).toBe(false)
      // What was made is a video of the same length that would be accepted again.
      const again = (await processVideo(made, type)).head
      expect(again).toEqual(head)
    },
  )

  test('a turned camera: the size is the one that is shown', async () => {
    const { head } = await processVideo(
      await videoFile('mov', { width: 32, height: 16, rotation: 90 }),
      'video/quicktime',
    )
    expect(head).toMatchObject({ width: 16, height: 32 })
  })

  test('its length is that of its frames', async () => {
    const { head } = await processVideo(await videoFile('mp4', { frames: 10, step: 0.25 }), 'video/mp4')
    expect(head).toMatchObject({ durationMs: 2_500 })
  })
})

describe('a video that is refused', () => {
  test('one that is cut off, wherever', async () => {
    for (const container of ['mp4', 'mov', 'webm'] as const) {
      const file = await videoFile(container)
      for (const share of [0.05, 0.3, 0.5, 0.8, 0.97]) {
        expect(await refusal(file.subarray(0, file.length * share), TYPES[container]), `${container} ${share}`).toBe(
          'broken',
        )
      }
    }
  })

  test('one whose picture data is not a picture', async () => {
    const file = await videoFile('mp4')
    const data = file.indexOf('mdat')
    expect(await refusal(Buffer.from(file).fill(0, data + 4))).toBe('broken')
  })

  test('one of 8 hours, of 16,000 pixels, of none, without frames', async () => {
    expect(await refusal(await videoFile('mp4', { frames: 4, step: 7_200 }))).toBe('too_long')
    expect(await refusal(await videoFile('mp4', { width: 16_384, height: 8_192 }))).toBe('frame_too_large')
    expect(await refusal(await videoFile('webm', { frames: 1 }), 'video/webm')).toBe('no_duration')
    expect(await refusal(box('ftyp', 'isom\0\0\0\0isom'))).not.toBeNull()
  })

  test('sound alone, a picture in the same kind of box, other kinds of file', async () => {
    for (const [name, bytes] of [
      ['a page', '<html><script>alert(1)</script></html>'],
      [
        'a playlist',
        '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nconcat:http://169.254.169.254/|file:///etc/passwd\n#EXT-X-ENDLIST\n',
      ],
      ['a still', Buffer.concat([box('ftyp', 'heic\0\0\0\0mif1heic'), box('meta', Buffer.alloc(40))])],
      ['nothing in it', Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('moov', Buffer.alloc(0))])],
    ] as const) {
      expect(await refusal(Buffer.from(bytes)), name).not.toBeNull()
    }
  })

  test('one that is a page, an archive or a document besides', async () => {
    const file = await videoFile('mp4')
    const withBox = (content: string) =>
      Buffer.concat([file.subarray(0, file.readUInt32BE(0)), box('free', content), file.subarray(file.readUInt32BE(0))])
    expect(await refusal(withBox('<html><body>hello</body></html>'))).toBe('polyglot')
    expect(await refusal(withBox('%PDF-1.7'))).toBe('polyglot')
    expect(await refusal(Buffer.concat([file, box('free', emptyZip)]))).toBe('polyglot')
  })

  test('a playlist inside a film is never followed: it is left out', async () => {
    const file = await videoFile('mp4')
    const playlist = box('free', '#EXTM3U\nhttp://169.254.169.254/latest/meta-data/\nfile:///etc/passwd\n')
    const { parts } = await processVideo(Buffer.concat([file, playlist]), 'video/mp4')
    expect(Buffer.from(parts[0] ?? []).includes('EXTM3U')).toBe(false)
    expect(parts).toHaveLength(1)
  })
})

test('any damage is refused or read, never a crash', async () => {
  const files = await Promise.all(
    (['mp4', 'mov', 'webm'] as const).map(
      async (kind) => [await videoFile(kind, { sound: true }), TYPES[kind]] as const,
    ),
  )
  const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damage, async ([sound, type], changes) => {
      const file = Buffer.from(sound)
      for (const [place, byte] of changes) file[Math.floor(place * (file.length - 1))] = byte
      expect(MediaAnswerFromChild.safeParse((await processVideo(file, type)).head).success).toBe(true)
    }),
    { numRuns: 100 },
  )
})
