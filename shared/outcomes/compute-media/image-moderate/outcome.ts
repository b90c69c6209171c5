import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { byModel, EngineFacts } from '#shared/outcomes/lib/engine-facts.ts'
import { FILE_BODY_BYTES } from '#shared/outcomes/lib/foreign-file.ts'
import { imageBytes, ImageInput, refuseUnlessImage } from '#shared/outcomes/lib/image-input.ts'

const CENTS = 5
const REQUESTS = 2
/** So far below a threshold somebody should look. */
const NEAR = 0.15

/** Thresholds where the caller names none: what harms most blocks soonest. */
const USUAL = {
  sexual: 0.7,
  violence: 0.7,
  self_harm: 0.5,
  hate_symbols: 0.5,
  drugs: 0.8,
  weapons: 0.8,
  minors_risk: 0.2,
} as const
type Category = keyof typeof USUAL
const CATEGORIES = Object.keys(USUAL)
const isCategory = (name: string): name is Category => Object.hasOwn(USUAL, name)

const score = z.number()

export const imageModerate = defineOutcome({
  slug: 'image-moderate',
  title: 'Image moderate',
  description:
    'Content-safety categories of an image with scores, a decision by your thresholds, a perceptual hash, and what QR ' +
    'codes in it lead to. Needs a vision model: without one it is refused, uncharged.',
  cents: CENTS,
  pool: 'media-processing',
  timeoutMs: 52_000,
  maxBodyBytes: FILE_BODY_BYTES,
  models: ['vision'],
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { image_url: 'image-url', image_base64: 'image' },
    gives: { decision: 'decision' },
    either: ['image_url', 'image_base64'],
  },
  input: () =>
    z.object({
      ...ImageInput,
      policy: boundedRecord(z.string().max(100), z.number().min(0).max(1), 100)
        .optional()
        .describe(`{category: threshold 0..1} of ${CATEGORIES.join(', ')}; others keep the usual threshold`),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.literal('model'),
      confidence: z.enum(['medium', 'low']).describe('scores of a model are not calibrated: low near a threshold'),
      categories: z.object({
        sexual: score,
        violence: score,
        self_harm: score,
        hate_symbols: score,
        drugs: score,
        weapons: score,
        minors_risk: score,
      }),
      decision: z.enum(['allow', 'review', 'block']).describe('block at or over a threshold, review within 0.15 below'),
      reasons: z.array(z.object({ category: z.string(), score: z.number(), threshold: z.number() })),
      image: z.object({
        width: z.int(),
        height: z.int(),
        sha256: z.string(),
        phash: z.string().describe('difference hash, 64 bits'),
      }),
      qr_codes: z.array(
        z.object({
          text: z.string(),
          url_risk: z.enum(['none', 'no_url', 'not_https', 'private_host', 'dangerous_scheme', 'carries_credentials']),
        }),
      ),
    }),
  example: {
    input: { image_url: 'https://example.com/flag.png' },
    output: {
      engine: { kind: 'model', name: 'gpt-4o-mini', version: 'gpt-4o-mini-2024-07-18' },
      usage: { input_tokens: 900, output_tokens: 60 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      confidence: 'medium',
      categories: { sexual: 0, violence: 0.05, self_harm: 0, hate_symbols: 0, drugs: 0, weapons: 0, minors_risk: 0 },
      decision: 'allow',
      reasons: [],
      image: { width: 640, height: 480, sha256: 'a'.repeat(64), phash: '0f0f33333c3c0000' },
      qr_codes: [],
    },
  },
  check({ policy = {}, ...sent }) {
    refuseUnlessImage(sent)
    const unknown = Object.keys(policy).find((name) => !isCategory(name))
    if (unknown !== undefined) {
      throw invalidFields({ path: ['policy', unknown.slice(0, 60)], msg: `is none of ${CATEGORIES.join(', ')}` })
    }
  },
  async run({ policy = {}, ...sent }, ctx) {
    const { model, media, signal } = ctx
    const name = model.nameOf('vision')
    if (name === null) throw modelNotConfigured(['vision'])
    const bytes = await imageBytes(sent, ctx)
    const { shown, width, height, phash, qrTexts } = await media.picture(bytes, { signal, codes: true })
    const [{ moderatePicture }, { qrRisk }] = await Promise.all([
      import('#shared/engines/model/moderate-by-model.ts'),
      import('./qr-risk.ts'),
    ])
    const { outputTokens } = model.tokenBudget(CENTS, REQUESTS)
    const answer = await model.ask(moderatePicture(shown, outputTokens), { signal })
    const judged = Object.entries(answer.value).flatMap(([category, said]) =>
      isCategory(category) ? [{ category, score: said, threshold: policy[category] ?? USUAL[category] }] : [],
    )
    const reasons = judged
      .filter(({ score: said, threshold }) => said >= threshold - NEAR && said > 0)
      .toSorted((a, b) => b.score - b.threshold - (a.score - a.threshold))
    const isBlocked = reasons.some(({ score: said, threshold }) => said >= threshold)
    return {
      ...byModel(name, [answer]),
      truncated: false,
      truncated_at: null,
      method: 'model',
      confidence: reasons.some(({ score: said, threshold }) => Math.abs(said - threshold) < NEAR) ? 'low' : 'medium',
      categories: answer.value,
      decision: isBlocked ? 'block' : reasons.length > 0 ? 'review' : 'allow',
      reasons,
      image: { width, height, sha256: sha256Hex(bytes), phash },
      qr_codes: qrTexts.map((text) => ({ text, url_risk: qrRisk(text) })),
    }
  },
})
