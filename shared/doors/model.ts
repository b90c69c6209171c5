import type { z } from 'zod'

import type { ModelRole } from '#shared/lib/models/model-roles.ts'

/** What a model took and gave, over all requests of one question, as the endpoint counts it. */
export type ModelUsage = { inputTokens: number; outputTokens: number }

/** A picture as a model is shown it: decoded and written anew by `ctx.media`, never a caller's bytes. */
export type ShownPicture = { type: 'image/jpeg' | 'image/png'; bytes: Buffer }

/** One question whose answer is JSON of a shape. */
export type ModelQuestion<Value> = {
  role: 'text' | 'vision'
  /** The task, in our own words; nothing of a stranger's stands in it. */
  instructions: string
  /** What it works on; texts of strangers stand between fences (shared/engines/model/fence.ts). */
  content: string
  pictures?: readonly ShownPicture[]
  /** The shape; object members are all required and nothing else is allowed. */
  schema: z.ZodType<Value>
  /**
   * What is wrong with an answer of the right shape, for the one repair: a sentence of ours. An answer that stays so is
   * handed back; the caller decides what of it to keep.
   */
  complaint?: (value: Value) => string | null
  maxOutputTokens: number
}

export type ModelAnswer<Value> = {
  value: Value
  /** The model that answered, as the endpoint names it. */
  model: string
  usage: ModelUsage
  /** Whether the answer is the second one. */
  repaired: boolean
}

export type Embeddings = {
  vectors: number[][]
  model: string
  usage: ModelUsage
  /** How many came from the cache. */
  cached: number
}

export type MadePicture = { bytes: Buffer; model: string; usage: ModelUsage; seed: number | null }

/** A file to hear. `name` has the extension its container has. */
export type Recording = { bytes: Uint8Array; name: string; type: string; lang: string | null }

export type HeardSegment = {
  start: number
  end: number
  text: string
  avgLogprob: number | null
  noSpeechProb: number | null
}
export type Heard = {
  text: string
  /** As the endpoint names it, such as `english` or `en`; null when it does not say. */
  language: string | null
  segments: HeardSegment[]
  model: string
  usage: ModelUsage
}

export type SpeechRequest = { text: string; voice: string; format: 'wav' | 'mp3' | 'opus'; speed: number }
export type Spoken = { bytes: Buffer; model: string }

/** The most one request may take. */
export type TokenCap = { inputTokens: number; outputTokens: number }

type Limits = { signal: AbortSignal; withinMs?: number }

/**
 * The models of this installation, behind one OpenAI-compatible endpoint. Answers are not cached, but vectors are.
 *
 * Every verb throws `Refusal`, none charged: `model_not_configured` (503), `upstream_unavailable` (502; it did not
 * answer, or twice not in the asked shape), `content_refused` (422; the model would not).
 */
export type ModelDoor = {
  /** The configured model of a role; null when there is none. */
  nameOf: (role: ModelRole) => string | null
  /**
   * The most tokens each of `requests` may take so that a call never costs its operator more than half of its price, by
   * the tariff in the settings (docs/models.md). `outputShare` of the money is for output, 0 to 1.
   */
  tokenBudget: (cents: number, requests: number, outputShare?: number) => TokenCap
  ask: <Value>(question: ModelQuestion<Value>, limits: Limits) => Promise<ModelAnswer<Value>>
  /** Vectors in the order of the texts; the same text has the same vector, from the cache where it is there. */
  embed: (texts: readonly string[], dimensions: number | null, limits: Limits) => Promise<Embeddings>
  generateImage: (wish: { prompt: string; size: string; seed: number | null }, limits: Limits) => Promise<MadePicture>
  transcribe: (recording: Recording, limits: Limits) => Promise<Heard>
  synthesizeSpeech: (wish: SpeechRequest, limits: Limits) => Promise<Spoken>
}

/** A door without models, for contexts that have none. */
export const noModels = (refuse: (roles: readonly ModelRole[]) => Error): ModelDoor => ({
  nameOf: () => null,
  tokenBudget: () => ({ inputTokens: 0, outputTokens: 0 }),
  ask: ({ role }) => Promise.reject(refuse([role])),
  embed: () => Promise.reject(refuse(['embedding'])),
  generateImage: () => Promise.reject(refuse(['image'])),
  transcribe: () => Promise.reject(refuse(['transcription'])),
  synthesizeSpeech: () => Promise.reject(refuse(['speech'])),
})
