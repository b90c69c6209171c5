import type { z } from 'zod'

import type { ModelRole } from '#shared/lib/models/model-roles.ts'

/** Tokens used by all requests of one question, as the endpoint counts them. */
export type ModelUsage = { inputTokens: number; outputTokens: number }

/** A picture for a model: decoded and re-encoded by `ctx.media`, never the caller's bytes. */
export type ShownPicture = { type: 'image/jpeg' | 'image/png'; bytes: Buffer }

/** One question whose answer is JSON of a given schema. */
export type ModelQuestion<Value> = {
  role: 'text' | 'vision'
  /** The task, in our own words. It never contains untrusted text. */
  instructions: string
  /** The input. Untrusted texts are between fences (shared/engines/model/fence.ts). */
  content: string
  pictures?: readonly ShownPicture[]
  /** The schema of the answer. All object members are required, and no others are allowed. */
  schema: z.ZodType<Value>
  /**
   * Returns what is wrong with an answer that matches the schema, as a sentence for the one repair request; null when
   * nothing is. If the second answer is still wrong, it is returned, and the caller decides what to keep.
   */
  complaint?: (value: Value) => string | null
  /** Whether an answer of another shape is refused at once, without a repair request. Default false. */
  isAskedOnce?: boolean
  maxOutputTokens: number
}

export type ModelAnswer<Value> = {
  value: Value
  /** The model that answered, as the endpoint names it. */
  model: string
  usage: ModelUsage
  /** Whether this is the second answer, after a repair request. */
  repaired: boolean
}

export type Embeddings = {
  vectors: number[][]
  model: string
  usage: ModelUsage
  /** Number of vectors from the cache. */
  cached: number
}

export type MadePicture = { bytes: Buffer; model: string; usage: ModelUsage; seed: number | null }

/** An audio file to transcribe. `name` has the extension of its container. */
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
  /** As the endpoint names it, such as `english` or `en`; null when not reported. */
  language: string | null
  segments: HeardSegment[]
  model: string
  usage: ModelUsage
}

export type SpeechRequest = { text: string; voice: string; format: 'wav' | 'mp3' | 'opus'; speed: number }
export type Spoken = { bytes: Buffer; model: string }

/** Maximum tokens of one request. */
export type TokenCap = { inputTokens: number; outputTokens: number }

type Limits = { signal: AbortSignal; withinMs?: number }

/**
 * The models of this installation, behind one OpenAI-compatible endpoint. Embeddings are cached, other answers are not.
 *
 * Every method throws `Refusal`, none charged: `model_not_configured` (503), `upstream_unavailable` (502; no answer, or
 * twice an answer of the wrong shape), `content_refused` (422; the model declined).
 */
export type ModelDoor = {
  /** Returns the configured model of a role; null when there is none. */
  nameOf: (role: ModelRole) => string | null
  /**
   * Returns the maximum tokens for each of `requests`, so that a call never costs its operator more than half of its
   * price, by the tariff in the settings (docs/models.md). `outputShare`, 0 to 1, is the share of the money for output.
   */
  tokenBudget: (cents: number, requests: number, outputShare?: number) => TokenCap
  ask: <Value>(question: ModelQuestion<Value>, limits: Limits) => Promise<ModelAnswer<Value>>
  /** Returns vectors in the order of the texts. Cached vectors are reused, so equal texts get equal vectors. */
  embed: (texts: readonly string[], dimensions: number | null, limits: Limits) => Promise<Embeddings>
  generateImage: (wish: { prompt: string; size: string; seed: number | null }, limits: Limits) => Promise<MadePicture>
  transcribe: (recording: Recording, limits: Limits) => Promise<Heard>
  synthesizeSpeech: (wish: SpeechRequest, limits: Limits) => Promise<Spoken>
}

/** A ModelDoor for contexts without models: every request is refused. */
export const noModels = (refuse: (roles: readonly ModelRole[]) => Error): ModelDoor => ({
  nameOf: () => null,
  tokenBudget: () => ({ inputTokens: 0, outputTokens: 0 }),
  ask: ({ role }) => Promise.reject(refuse([role])),
  embed: () => Promise.reject(refuse(['embedding'])),
  generateImage: () => Promise.reject(refuse(['image'])),
  transcribe: () => Promise.reject(refuse(['transcription'])),
  synthesizeSpeech: () => Promise.reject(refuse(['speech'])),
})
