/** A decoded picture, and the version of it that may be shown to a model. */
export type ReadPicture = {
  /** Pixels, after applying the orientation. */
  width: number
  height: number
  format: 'jpeg' | 'png' | 'gif' | 'webp'
  animated: boolean
  /** The first frame: decoded, upright, sRGB, without metadata, its longest side at most 1,568 pixels. */
  shown: { type: 'image/jpeg'; bytes: Buffer }
  /** Difference hash of 64 bits, 16 hex digits. Similar pictures differ in few bits. */
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
  /** The OCR engine and its version. */
  engine: { name: string; version: string }
}

/** Container and duration of an audio file, before it is transcribed. */
export type ReadAudio = {
  container: 'wav' | 'mp3' | 'mp4' | 'ogg' | 'webm' | 'flac'
  /** Media type for the container. */
  type: string
  durationS: number
}

type Limits = { signal: AbortSignal }

/**
 * Decodes untrusted pictures and audio. Each file is opened in a sandbox: a separate process without environment or
 * network that opens no other file.
 *
 * Throws `Refusal`, none charged: `unprocessable` (422, with `reason`) for a file of another type, a damaged file, or
 * one too large to decode; `unavailable` (503) where the engine is not installed.
 */
export type MediaDoor = {
  /** `codes`: also look for QR codes. */
  picture: (bytes: Buffer, limits: Limits & { codes?: boolean }) => Promise<ReadPicture>
  ocr: (request: OcrRequest, limits: Limits) => Promise<ReadText>
  /** Reasons: `not_audio`. */
  audio: (bytes: Buffer, limits: Limits) => Promise<ReadAudio>
}
