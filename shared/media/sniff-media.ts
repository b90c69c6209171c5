import type { MediaType } from './media-limits.ts'

/** Number of leading bytes that identify every type. */
export const SNIFF_BYTES = 4_096

/** Brands of the ISO base media format that are video. Others are pictures (HEIF, AVIF), sound or something else. */
const MP4_BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|MSNV|mmp4|3gp[4-9]|F4V )$/
/** First boxes of a QuickTime file from before `ftyp` existed. */
const QUICKTIME_BOXES: readonly string[] = ['moov', 'mdat', 'wide', 'free', 'skip']

/** Detects the type of a file from its first bytes; null for everything that may not be uploaded. */
export function sniffMedia(head: Uint8Array): MediaType | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, SNIFF_BYTES))
  const text = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp') {
    if (text(8, 12) === 'qt  ') return 'video/quicktime'
    return MP4_BRANDS.test(text(8, 12)) ? 'video/mp4' : null
  }
  if (QUICKTIME_BOXES.includes(text(4, 8))) return 'video/quicktime'
  // The Matroska header names the document type in its own element.
  if (text(0, 4) === '\x1a\x45\xdf\xa3' && /\x42\x82\x84webm/.test(text(4, 100))) return 'video/webm'
  return null
}

const SAME_FAMILY: readonly string[] = ['video/mp4', 'video/quicktime']
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'video/x-m4v': 'video/mp4',
}

/** Whether a declared type matches the one detected. Phones label MP4 and QuickTime either way, so these two match. */
export function isDeclaredType(declared: string, found: MediaType): boolean {
  const essence = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = OTHER_NAMES[essence] ?? essence
  return type === found || (SAME_FAMILY.includes(type) && SAME_FAMILY.includes(found))
}
