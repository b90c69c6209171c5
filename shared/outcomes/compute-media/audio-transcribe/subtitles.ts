import type { Segment } from './transcript.ts'

/** Segments as SubRip: numbered, times with a comma. */
export const srtOf = (segments: readonly Segment[]): string =>
  segments
    .map(({ start, end, text }, at) => `${at + 1}\n${time(start, ',')} --> ${time(end, ',')}\n${line(text)}\n`)
    .join('\n')

/** Segments as WebVTT (w3.org/TR/webvtt1). */
export const vttOf = (segments: readonly Segment[]): string =>
  `WEBVTT\n\n${segments.map(({ start, end, text }) => `${time(start, '.')} --> ${time(end, '.')}\n${line(text)}\n`).join('\n')}`

/** An arrow in the words would be read as times. */
const line = (text: string) =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('-->', '→')
    .trim()

function time(seconds: number, mark: ',' | '.'): string {
  const ms = Math.round(seconds * 1_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}${mark}${String(ms % 1_000).padStart(3, '0')}`
}
