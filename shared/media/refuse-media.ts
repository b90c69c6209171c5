import { Refusal, type RefusalCode } from '#shared/errors.ts'

import type { MediaKind } from './media-limits.ts'

const TEXTS = {
  empty: 'The upload is empty.',
  too_large: 'The upload is larger than allowed: 5 MB for an image, 20 MB for a video.',
  not_accepted: 'The file is none of the accepted types: jpg, png, gif and webp images, mp4, webm and mov videos.',
  type_mismatch: 'The file is of another type than was declared.',
  polyglot:
    'The file is two things at once: beside the picture or film it carries another document, an archive or a script.',
  broken: 'The file is damaged or cut off and cannot be decoded to its end.',
  too_many_pixels:
    'The image has more than 24 million pixels, or the frames of the animation have more than 48 million together.',
  side_too_long: 'The image is more than 16,383 pixels wide or high.',
  too_many_frames: 'The animation has more than 200 frames.',
  too_complex: 'The file takes too much memory or time to decode.',
  no_video_track: 'The file has no video track.',
  no_duration: 'The video has no frames or no duration.',
  too_long: 'The video is longer than an hour.',
  frame_too_large: 'The video is more than 4,096 pixels wide or high.',
  unsupported_codec: 'The video is encoded in a way browsers do not play; H.264, H.265, VP8, VP9 and AV1 are accepted.',
  gave_up: 'The file could not be processed, several times over.',
} as const satisfies Record<string, string>

export type MediaRefusalReason = keyof typeof TEXTS

export const MEDIA_REFUSAL_REASONS = Object.keys(TEXTS)

const CODES: Partial<Record<MediaRefusalReason, RefusalCode>> = {
  too_large: 'payload_too_large',
  not_accepted: 'unsupported_media_type',
}

/** Error texts where only one kind of media is accepted. */
const ACCEPTED: Record<MediaKind, string> = {
  image: 'The file is no picture of an accepted type: jpg, png, gif or webp.',
  video: 'The file is no video of an accepted type: mp4, webm or mov.',
}

/** Builds the Refusal of an upload. `kind` is passed when the upload is refused at once, not by the worker later. */
export const refuseMedia = (reason: MediaRefusalReason, kind?: MediaKind): Refusal =>
  new Refusal(CODES[reason] ?? 'unprocessable', reason === 'not_accepted' && kind ? ACCEPTED[kind] : TEXTS[reason], {
    extra: { reason },
    fix: { action: FIXES[reason] ?? 'Save the file anew with an image or video program and upload that copy.' },
  })

const FIXES: Partial<Record<MediaRefusalReason, string>> = {
  empty: 'Send the file itself as the body.',
  too_large: 'Make the file smaller and upload it again.',
  not_accepted: 'Convert it to one of the accepted types and upload it again.',
  type_mismatch: 'Declare the type the file has, or none.',
  too_many_pixels: 'Scale it down and upload it again.',
  side_too_long: 'Scale it down and upload it again.',
  too_many_frames: 'Upload it as a video, or with fewer frames.',
  unsupported_codec: 'Convert it to H.264 in mp4, or VP9 in webm, and upload it again.',
}
