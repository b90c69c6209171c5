import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'
import { byEngine, EngineFacts, flagsOf, InjectionFlags } from '../lib/engine-facts.ts'
import { FILE_BODY_BYTES } from '../lib/foreign-file.ts'
import { imageBytes, ImageInput, refuseUnlessImage } from '../lib/image-input.ts'

const READ_MS = 5_000
/** Languages tesseract has data for are three letters, some with a script; which of them are here, the operator chose. */
const LANGS = /^[a-z]{3}(?:_[a-z]{3,4})?(?:\+[a-z]{3}(?:_[a-z]{3,4})?){0,2}$/i
const LOW = 60

export const imageOcr = defineOutcome({
  slug: 'image-ocr',
  title: 'Image OCR',
  description:
    'Text of an image with lines, boxes, confidence and reading order, by Tesseract on this installation: no model, no ' +
    'network, the same answer every time. The image is turned upright, made grey, and enlarged where its text is small.',
  cents: 5,
  pool: 'media-processing',
  timeoutMs: 60_000,
  maxBodyBytes: FILE_BODY_BYTES,
  types: {
    takes: { image_url: 'image-url', image_base64: 'image', lang: 'json' },
    gives: { text: 'text' },
    either: ['image_url', 'image_base64'],
  },
  input: () =>
    z.object({
      ...ImageInput,
      lang: z.string().max(40).default('eng').describe('tesseract languages, e.g. eng+deu; eng is always there'),
      layout: z.enum(['auto', 'single_column', 'sparse']).default('auto').describe('segmentation'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.literal('ocr'),
      text: z.string().describe('in reading order: words of a stranger; empty when there are none'),
      lines: z.array(
        z.object({
          text: z.string(),
          confidence: z.number(),
          box: z
            .object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
            .describe('pixels of the upright image'),
        }),
      ),
      mean_confidence: z.number().describe('0 to 100, by words; 0 without any'),
      words: z.int(),
      rotation_deg: z.number().describe('correction applied'),
      injection_flags: InjectionFlags,
      low_confidence: z.boolean().describe('mean under 60'),
    }),
  example: {
    input: { image_url: 'https://example.com/sign.png' },
    output: {
      engine: { kind: 'deterministic', name: 'tesseract', version: '5.1.0' },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'ocr',
      text: 'HELLO 123',
      lines: [{ text: 'HELLO 123', confidence: 95.2, box: { x: 20, y: 24, width: 310, height: 40 } }],
      mean_confidence: 95.2,
      words: 2,
      rotation_deg: 0,
      injection_flags: [],
      low_confidence: false,
    },
  },
  check({ lang, ...sent }) {
    refuseUnlessImage(sent)
    if (!LANGS.test(lang))
      throw invalidFields({ path: ['lang'], msg: 'is no list of tesseract languages such as eng or eng+deu' })
  },
  async run({ lang, layout, ...sent }, ctx) {
    const { media, compute, signal } = ctx
    const bytes = await imageBytes(sent, ctx)
    const { lines, rotationDeg, engine } = await media.ocr(
      { bytes, lang: lang.toLowerCase().split('+'), layout },
      { signal },
    )
    const text = lines.map((line) => line.text).join('\n')
    const words = lines.reduce((sum, line) => sum + line.words, 0)
    const weighed = lines.reduce((sum, line) => sum + line.confidence * line.words, 0)
    const mean = words === 0 ? 0 : Math.round((10 * weighed) / words) / 10
    const [read] = await compute('readForeign', { texts: [text], maxTokens: null }, { signal, cpuMs: READ_MS })
    return {
      ...byEngine(engine.name, engine.version),
      truncated: false,
      truncated_at: null,
      method: 'ocr',
      text,
      lines: lines.map(({ text: own, confidence, box }) => ({ text: own, confidence, box })),
      mean_confidence: mean,
      words,
      rotation_deg: rotationDeg,
      injection_flags: flagsOf(read?.flags ?? []),
      low_confidence: words > 0 && mean < LOW,
    }
  },
})
