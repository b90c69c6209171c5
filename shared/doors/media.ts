/** One picture as it was sent, and what a model may be shown of it. */
export type ReadPicture = {
  /** Pixels, upright. */
  width: number
  height: number
  format: 'jpeg' | 'png' | 'gif' | 'webp'
  animated: boolean
  /** Of the first picture: decoded, upright, sRGB, without metadata, its longest side at most 1,568 pixels. */
  shown: { type: 'image/jpeg'; bytes: Buffer }
  /** Difference hash of 64 bits, 16 hex digits: pictures that look alike differ in few bits. */
  phash: string
  /** Texts of QR codes, at most five. */
  qrTexts: string[]
}

/** A box in pixels of the upright picture. */
export type PixelBox = { x: number; y: number; width: number; height: number }
export type ReadLine = { text: string; confidence: number; box: PixelBox; words: number }

export type OcrRequest = { bytes: Buffer; lang: readonly string[]; layout: 'auto' | 'single_column' | 'sparse' }
export type ReadText = {
  /** In reading order. */
  lines: ReadLine[]
  rotationDeg: number
  /** The engine and its version. */
  engine: { name: string; version: string }
}

/** What is heard of, before anybody hears it. */
export type ReadAudio = {
  container: 'wav' | 'mp3' | 'mp4' | 'ogg' | 'webm' | 'flac'
  /** Media type for the container. */
  type: string
  durationS: number
}

type Limits = { signal: AbortSignal }

/**
 * Opens pictures and sound of strangers, each in a process of its own without environment or network, which opens no
 * other file.
 *
 * Throws `Refusal` `unprocessable` (422, with `reason`) for a file that is none, is damaged or is too large to decode;
 * `unavailable` (503) where this installation lacks the engine. None is charged.
 */
export type MediaDoor = {
  /** `codes` looks for QR codes too. */
  picture: (bytes: Buffer, limits: Limits & { codes?: boolean }) => Promise<ReadPicture>
  ocr: (request: OcrRequest, limits: Limits) => Promise<ReadText>
  /** Reasons: `not_audio`. */
  audio: (bytes: Buffer, limits: Limits) => Promise<ReadAudio>
}
