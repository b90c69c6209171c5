import { BufferSource, FLAC, Input, type InputFormat, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny'

import type { Frame } from '../../sandbox/frame.ts'
import type { AudioFromChild } from './reading-answer.ts'

const KINDS: readonly (AudioFromChild & { format: InputFormat })[] = [
  { format: WAVE, container: 'wav', type: 'audio/wav', durationS: 0 },
  { format: MP3, container: 'mp3', type: 'audio/mpeg', durationS: 0 },
  { format: FLAC, container: 'flac', type: 'audio/flac', durationS: 0 },
  { format: OGG, container: 'ogg', type: 'audio/ogg', durationS: 0 },
  { format: WEBM, container: 'webm', type: 'audio/webm', durationS: 0 },
  { format: MP4, container: 'mp4', type: 'audio/mp4', durationS: 0 },
  { format: QTFF, container: 'mp4', type: 'audio/mp4', durationS: 0 },
]

/** Reads the container type and the duration of an audio file. Nothing is decoded. */
export async function readAudio(bytes: Buffer): Promise<Frame> {
  try {
    // The only input is these bytes: nothing is fetched or opened.
    const input = new Input({ source: new BufferSource(bytes), formats: KINDS.map(({ format }) => format) })
    const format = await input.getFormat()
    const kind = KINDS.find((known) => known.format === format)
    const track = await input.getPrimaryAudioTrack()
    if (kind === undefined || track === null) return NOT_AUDIO
    const durationS = await track.computeDuration()
    if (!Number.isFinite(durationS) || durationS <= 0) return NOT_AUDIO
    const { container, type } = kind
    return {
      head: { container, type, durationS: Math.round(durationS * 1_000) / 1_000 } satisfies AudioFromChild,
      parts: [],
    }
  } catch {
    return NOT_AUDIO
  }
}

const NOT_AUDIO: Frame = { head: { refused: 'not_audio' }, parts: [] }
