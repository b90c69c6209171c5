import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type IsobmffOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** Writes bits, most significant first, with the codes of H.264 (ITU-T H.264, 9.1). */
class Bits {
  readonly #bits: number[] = []

  fixed(value: number, width: number): this {
    for (let bit = width - 1; bit >= 0; bit -= 1) this.#bits.push((value >> bit) & 1)
    return this
  }

  unsigned(value: number): this {
    const width = Math.floor(Math.log2(value + 1))
    return this.fixed(0, width).fixed(value + 1, width + 1)
  }

  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value)
  }

  align(bit: 0 | 1): this {
    while (this.#bits.length % 8 !== 0) this.#bits.push(bit)
    return this
  }

  /** Ends with the stop bit and gives the bytes, with three-byte patterns that look like a start code broken up. */
  nal(header: number, aligned: Uint8Array = new Uint8Array()): Uint8Array {
    const bytes = [header]
    const stopped = aligned.length === 0 ? new Bits().#with([...this.#bits, 1]).align(0) : this
    for (let at = 0; at < stopped.#bits.length; at += 8) {
      bytes.push(stopped.#bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0))
    }
    return escaped([...bytes, ...aligned, ...(aligned.length === 0 ? [] : [0x80])])
  }

  #with(bits: readonly number[]): this {
    this.#bits.push(...bits)
    return this
  }
}

function escaped(bytes: readonly number[]): Uint8Array {
  const out: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3)
    out.push(byte)
  }
  return Uint8Array.from(out)
}

/** Sequence and picture parameters of a baseline H.264 stream of so many macroblocks of 16 × 16 pixels. */
function parameters(across: number, down: number) {
  const sps = new Bits()
    .fixed(66, 8)
    .fixed(0xc0, 8)
    .fixed(30, 8)
    .unsigned(0) // id
    .unsigned(0) // frame numbers of 4 bits
    .unsigned(2) // pictures in the order they are coded
    .unsigned(0) // no reference frames
    .fixed(0, 1)
    .unsigned(across - 1)
    .unsigned(down - 1)
    .fixed(0b1100, 4) // whole frames, no cropping, no further information
    .nal(0x67)
  const pps = new Bits()
    .unsigned(0)
    .unsigned(0)
    .fixed(0b00, 2) // CAVLC, no order information
    .unsigned(0) // one slice group
    .unsigned(0)
    .unsigned(0)
    .fixed(0b000, 3)
    .signed(0)
    .signed(0)
    .signed(0)
    .fixed(0b100, 3) // deblocking is said in the slice
    .nal(0x68)
  return { sps, pps }
}

/** One whole picture of one grey: a single macroblock, its 384 samples as they are (I_PCM). */
function greyPicture(grey: number, id: number): Uint8Array {
  return new Bits()
    .unsigned(0) // first macroblock
    .unsigned(7) // an I slice
    .unsigned(0)
    .fixed(0, 4) // frame number
    .unsigned(id)
    .fixed(0b00, 2) // reference marking of an IDR picture
    .signed(0)
    .unsigned(1) // no deblocking
    .unsigned(25) // I_PCM
    .align(0)
    .nal(
      0x65,
      Uint8Array.from({ length: 384 }, (_none, at) => (at < 256 ? grey : 128)),
    )
}

const lengthPrefixed = (nal: Uint8Array) => Buffer.concat([Buffer.from([0, 0, nal.length >> 8, nal.length & 255]), nal])

/** ISO/IEC 14496-15, 5.3.3.1: the decoder configuration as the file carries it. */
function configuration({ sps, pps }: ReturnType<typeof parameters>): Uint8Array {
  return Buffer.concat([
    Buffer.from([1, 66, 0xc0, 30, 0xff, 0xe1, sps.length >> 8, sps.length & 255]),
    sps,
    Buffer.from([1, pps.length >> 8, pps.length & 255]),
    pps,
  ])
}

export type VideoSpec = {
  frames?: number
  /** Seconds from one frame to the next. */
  step?: number
  /** Adds a track of silence. */
  sound?: boolean
  width?: number
  height?: number
  rotation?: 0 | 90 | 180 | 270
  /** Tags written into the file. */
  title?: string
}

const FORMATS: Record<'mp4' | 'mov', () => IsobmffOutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  mov: () => new MovOutputFormat({ fastStart: 'in-memory' }),
}

/** A film of grey squares in H.264, which plays; in webm the heads of VP8 pictures, which no decoder is asked to open. */
export async function videoFile(container: 'mp4' | 'mov' | 'webm', spec: VideoSpec = {}): Promise<Buffer> {
  const { frames = 5, step = 0.2, width = 16, height = 16 } = spec
  const format: OutputFormat = container === 'webm' ? new WebMOutputFormat() : FORMATS[container]()
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const codec = container === 'webm' ? 'vp8' : 'avc'
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation: spec.rotation ?? 0 })
  const sound = spec.sound === true ? new EncodedAudioPacketSource('opus') : null
  if (sound !== null) output.addAudioTrack(sound)
  if (spec.title !== undefined) output.setMetadataTags({ title: spec.title })
  await output.start()
  const set = parameters(Math.ceil(width / 16), Math.ceil(height / 16))
  const decoderConfig =
    codec === 'vp8'
      ? { codec: 'vp8', codedWidth: width, codedHeight: height }
      : { codec: 'avc1.42c01e', codedWidth: width, codedHeight: height, description: configuration(set) }
  for (let frame = 0; frame < frames; frame += 1) {
    const data =
      codec === 'vp8' ? vp8KeyFrame(width, height) : lengthPrefixed(greyPicture(20 + ((frame * 40) % 200), frame % 2))
    await source.add(new EncodedPacket(data, 'key', frame * step, step), { decoderConfig })
  }
  if (sound !== null) await addSilence(sound, frames * step)
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

async function addSilence(source: EncodedAudioPacketSource, seconds: number): Promise<void> {
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
  for (let at = 0; at < seconds; at += 0.02) {
    await source.add(new EncodedPacket(Uint8Array.from([0xf8, 0xff, 0xfe]), 'key', at, 0.02), { decoderConfig })
  }
}

/** A VP8 key frame's header (RFC 6386, 9.1) over an empty first partition. */
function vp8KeyFrame(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(30)
  // Key frame, version 0, shown, a first partition of 20 bytes.
  bytes.writeUIntLE((20 << 5) | 0b1_000_0, 0, 3)
  Buffer.from([0x9d, 0x01, 0x2a]).copy(bytes, 3)
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}
