import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import sharp from 'sharp'

import { MAX_PIXELS } from '#shared/media/media-limits.ts'

import type { Frame } from '../../sandbox/frame.ts'
import type { PictureProblem, TextFromChild } from './reading-answer.ts'
import { linesOfTsv } from './tsv-lines.ts'

export type OcrJob = { lang: readonly string[]; layout: 'auto' | 'single_column' | 'sparse' }

/** Page segmentation modes of Tesseract: automatic, single column, sparse text. */
const MODES = { auto: '3', single_column: '4', sparse: '11' } as const
const LSTM_ONLY = 1
/** Assumed resolution: pictures rarely declare one, and small ones are enlarged to about that of a scan. */
const USUAL_DPI = '300'
/** Longest side in pixels. Larger pictures are scaled down, since their text is larger than needed. */
const LONGEST_SIDE = 3_000
/** Pictures with shorter sides are doubled: their text is mostly under 20 pixels high, which is read badly. */
const SMALL_SIDE = 1_400
/** Smallest tilt in radians that is corrected. */
const LEAST_TILT = 0.005

/**
 * The OCR engine; null without the optional packages. Loaded before the first picture, because no file can be opened
 * afterwards.
 */
const engine = await loadEngine()
/** Compressed data of each installed language, by code. */
const languages = readLanguages()

/** Reads the text of a picture. The engine is single-threaded WebAssembly; its language data come from packages. */
export async function readText(bytes: Buffer, { lang, layout }: OcrJob): Promise<Frame> {
  const data = lang.map((code) => ({ code, packed: languages.get(code) }))
  if (engine === null || data.some(({ packed }) => packed === undefined)) return refuse('no_language_data')
  const prepared = await prepare(bytes)
  if ('refused' in prepared) return refuse(prepared.refused)
  const api = new engine.TessBaseAPI()
  for (const { code, packed = new Uint8Array() } of data) {
    engine.FS.writeFile(`${code}.traineddata`, gunzipSync(packed))
  }
  if (api.Init(null, lang.join('+'), LSTM_ONLY) !== 0) return refuse('no_language_data')
  api.SetVariable('user_defined_dpi', USUAL_DPI)
  engine.FS.writeFile('/input', prepared.png)
  if (api.SetImageFile(1, 0) === 1) return refuse('broken')
  api.SetVariable('tessedit_pageseg_mode', MODES.auto)
  api.FindLines()
  const tilt = api.GetGradient()
  const isTilted = Math.abs(tilt) >= LEAST_TILT && Math.abs(tilt) < 0.3
  api.SetImageFile(1, isTilted ? tilt : 0)
  const read = (mode: string) => {
    api.SetVariable('tessedit_pageseg_mode', mode)
    api.Recognize(null)
    return linesOfTsv(api.GetTSVText(0), prepared.scale)
  }
  const found = read(MODES[layout])
  // A page without blocks of text may still contain text: search everywhere.
  const lines = found.length === 0 && layout === 'auto' ? read(MODES.sparse) : found
  const answer: TextFromChild = {
    version: api.Version(),
    rotationDeg: isTilted ? Math.round((tilt * 18_000) / Math.PI) / 100 : 0,
    lines,
  }
  return { head: answer, parts: [] }
}

/** Prepares a picture for OCR: grey, upright, well sized. `scale` is its size relative to the original. */
async function prepare(bytes: Buffer): Promise<{ png: Buffer; scale: number } | { refused: PictureProblem }> {
  try {
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'warning' } as const
    const facts = await sharp(bytes, limits).metadata()
    if (!['jpeg', 'png', 'gif', 'webp'].includes(facts.format)) return { refused: 'not_an_image' }
    const side = Math.max(facts.width, facts.pageHeight ?? facts.height)
    const scale = side > LONGEST_SIDE ? LONGEST_SIDE / side : side < SMALL_SIDE ? 2 : 1
    const upright = sharp(bytes, limits).autoOrient().flatten({ background: '#ffffff' }).greyscale()
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true })
    const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .resize({ width: Math.max(1, Math.round(info.width * scale)), kernel: 'lanczos3' })
      .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#ffffff' })
      .normalise()
      .png({ compressionLevel: 1 })
      .toBuffer()
    return { png, scale }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/unsupported image format|loader/i.test(message)) return { refused: 'not_an_image' }
    return { refused: /pixel limit|memory|allocat/i.test(message) ? 'too_many_pixels' : 'broken' }
  }
}

async function loadEngine() {
  try {
    const { default: load } = await import('tesseract.js-core/tesseract-core-simd-lstm.js')
    return await load({ TesseractProgress: () => {} })
  } catch {
    return null
  }
}

function readLanguages(): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  for (const modules of createRequire(import.meta.url).resolve.paths('@tesseract.js-data') ?? []) {
    const scope = join(modules, '@tesseract.js-data')
    for (const code of namesIn(scope)) {
      const file = join(scope, code, '4.0.0_best_int', `${code}.traineddata.gz`)
      try {
        if (!found.has(code)) found.set(code, readFileSync(file))
      } catch {
        // The package lacks this kind of data.
      }
    }
  }
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const refuse = (problem: PictureProblem | 'no_language_data'): Frame => ({ head: { refused: problem }, parts: [] })
