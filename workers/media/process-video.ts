import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

import { MAX_VIDEO_MS, MAX_VIDEO_SIDE, type MediaType } from '#shared/media/media-limits.ts'
import type { MediaRefusalReason } from '#shared/media/refuse-media.ts'

import type { Frame } from '../sandbox/frame.ts'
import { findPolyglot } from './find-polyglot.ts'
import { isCutOff } from './is-cut-off.ts'
import type { MediaAnswer } from './media-answer.ts'

/**
 * Remuxes the video and audio tracks of a file packet by packet, which drops everything else (locations, names,
 * attachments, subtitles, embedded files). Nothing is decoded, but every packet is read, and the first must be a key
 * frame by its own bits. QuickTime becomes MP4.
 */
export async function processVideo(bytes: Buffer, type: MediaType): Promise<Frame> {
  if (findPolyglot(bytes) !== null) return refuse('polyglot')
  if (isCutOff(bytes, type)) return refuse('broken')
  try {
    // The only input is these bytes: nothing is fetched or opened.
    const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
    const video = await input.getPrimaryVideoTrack()
    if (video === null) return refuse('no_video_track')
    const facts = await factsOf(video)
    if (typeof facts === 'string') return refuse(facts)
    const packed = await repack(video, await input.getPrimaryAudioTrack(), type)
    if (packed === null) return refuse('unsupported_codec')
    const answer: MediaAnswer = {
      ...facts,
      frames: null,
      files: [{ type: packed.type, width: facts.width, height: facts.height }],
    }
    return { head: answer, parts: [packed.bytes] }
  } catch (error) {
    return refuse(/memory|allocat/i.test(error instanceof Error ? error.message : '') ? 'too_complex' : 'broken')
  }
}

async function factsOf(
  track: InputVideoTrack,
): Promise<MediaRefusalReason | { width: number; height: number; durationMs: number }> {
  if ((await track.getCodec()) === null || (await track.getDecoderConfig()) === null) return 'unsupported_codec'
  const width = Math.round(await track.getDisplayWidth())
  const height = Math.round(await track.getDisplayHeight())
  const coded = [await track.getCodedWidth(), await track.getCodedHeight()]
  if (![width, height, ...coded].every((side) => side > 0)) return 'broken'
  if (Math.max(width, height, ...coded) > MAX_VIDEO_SIDE) return 'frame_too_large'
  const first = await new EncodedPacketSink(track).getFirstPacket()
  const durationMs = Math.round((await track.computeDuration()) * 1_000)
  if (first === null || !(durationMs > 0)) return 'no_duration'
  if (durationMs > MAX_VIDEO_MS) return 'too_long'
  // Do not trust the container: the packet's own bits must be those of a key frame.
  return first.data.length > 0 && (await track.determinePacketType(first)) === 'key'
    ? { width, height, durationMs }
    : 'broken'
}

async function repack(video: InputVideoTrack, audio: InputAudioTrack | null, type: MediaType) {
  const format = type === 'video/webm' ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' })
  const codec = await video.getCodec()
  if (codec === null || !format.getSupportedVideoCodecs().includes(codec)) return null
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const picture = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(picture, { rotation: await video.getRotation(), flip: await video.getFlip() })
  const sound = await soundOf(audio, format.getSupportedAudioCodecs())
  if (sound !== null) output.addAudioTrack(sound.source)
  await output.start()
  const videoConfig = await video.getDecoderConfig()
  for await (const packet of new EncodedPacketSink(video).packets()) {
    await picture.add(packet, videoConfig === null ? undefined : { decoderConfig: videoConfig })
  }
  if (sound !== null) {
    for await (const packet of new EncodedPacketSink(sound.track).packets()) {
      await sound.source.add(packet, { decoderConfig: sound.config })
    }
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('nothing was written')
  return { bytes: new Uint8Array(target.buffer), type: type === 'video/webm' ? 'video/webm' : 'video/mp4' }
}

/**
 * Prepares the audio track. Null if there is none, or if the format cannot hold its codec: the video is then silent.
 */
async function soundOf(track: InputAudioTrack | null, supported: readonly string[]) {
  const codec = (await track?.getCodec()) ?? null
  const config = (await track?.getDecoderConfig()) ?? null
  if (track === null || codec === null || config === null || !supported.includes(codec)) return null
  return { track, config, source: new EncodedAudioPacketSource(codec) }
}

const refuse = (reason: MediaRefusalReason): Frame => ({ head: { refused: reason } satisfies MediaAnswer, parts: [] })
