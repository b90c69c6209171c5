import { Refusal } from '#shared/errors.ts'

const TEXTS = {
  not_an_image: 'The file is no JPEG, PNG, WebP or GIF image.',
  polyglot: 'The file is two things at once: beside the picture it carries a document, an archive or a script.',
  broken: 'The image is damaged or cut off and cannot be decoded to its end.',
  too_many_pixels: 'The image has more than 24 million pixels, or takes too much memory or time to decode.',
  not_audio: 'The file is no wav, mp3, m4a, ogg, webm or flac sound of a length that can be told.',
} as const

export type FileProblem = keyof typeof TEXTS

/** Refuses a picture or recording: 422, uncharged, with the reason as a word. */
export const refuseFile = (reason: FileProblem): Refusal =>
  new Refusal('unprocessable', `${TEXTS[reason]} Nothing was charged.`, {
    extra: { reason },
    fix: { action: 'Send another file, or the address of one.' },
  })
