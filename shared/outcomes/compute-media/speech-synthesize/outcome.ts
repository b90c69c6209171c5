import { z } from 'zod'

import { ssmlProblem } from './speakable.ts'
import { languageTag } from '#shared/engines/translate/language-tag.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { EngineFacts } from '#shared/outcomes/lib/engine-facts.ts'

const CENTS = 8
const SPEAK_MS = 60_000
/** Stock voices by names of ours, and what the endpoint calls them. There is no cloning. */
const VOICES = {
  'neutral-1': 'alloy',
  'neutral-2': 'echo',
  'warm-1': 'nova',
  'warm-2': 'coral',
  'bright-1': 'shimmer',
  'deep-1': 'onyx',
  'story-1': 'fable',
} as const
const isVoice = (name: string): name is keyof typeof VOICES => Object.hasOwn(VOICES, name)
const VOICE_NAMES = Object.keys(VOICES).join(', ')

/** What a format is asked for as, and the container its bytes have to be. */
const FORMATS = {
  wav: { asked: 'wav', container: 'wav', mime: 'audio/wav' },
  mp3: { asked: 'mp3', container: 'mp3', mime: 'audio/mpeg' },
  ogg: { asked: 'opus', container: 'ogg', mime: 'audio/ogg' },
} as const

export const speechSynthesize = defineOutcome({
  slug: 'speech-synthesize',
  title: 'Speech synthesise',
  description:
    'Turns up to 3,000 characters into spoken audio with a named stock voice, as mp3, wav or ogg; takes plain text or a safe ' +
    'part of SSML. The returned container is verified. Needs a speech model: without one it is refused, uncharged.',
  cents: CENTS,
  pool: 'media-processing',
  timeoutMs: 90_000,
  models: ['speech'],
  file: { data: 'audio_base64', type: 'mime_type' },
  types: {
    takes: { text: 'text', lang: 'speech-language', format: 'audio-format', voice: 'json' },
    gives: { audio_base64: 'audio' },
  },
  input: () =>
    z.object({
      text: z.string().min(1).max(3_000).describe('text, or SSML that begins with <speak>'),
      voice: z.string().max(40).default('neutral-1').describe(`stock voice: ${VOICE_NAMES}`),
      lang: z.string().min(2).max(35).default('en').describe('language, BCP 47'),
      format: z.enum(['wav', 'mp3', 'ogg']).default('mp3').describe('container'),
      speed: z.number().min(0.5).max(2).default(1).describe('rate'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.literal('model'),
      audio_base64: z.string(),
      mime_type: z.enum(['audio/wav', 'audio/mpeg', 'audio/ogg']),
      duration_s: z.number(),
      characters: z.int().describe('characters that were spoken'),
      voice: z.string(),
      sha256: z.string().describe('of the file'),
    }),
  example: {
    input: { text: 'The train leaves at nine.' },
    output: {
      engine: { kind: 'model', name: 'tts-1', version: 'tts-1' },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      audio_base64: '//uQxAAA',
      mime_type: 'audio/mpeg',
      duration_s: 1.6,
      characters: 25,
      voice: 'neutral-1',
      sha256: 'a'.repeat(64),
    },
  },
  check({ text, voice, lang }) {
    if (!isVoice(voice)) throw invalidFields({ path: ['voice'], msg: `is none of ${VOICE_NAMES}` })
    if (languageTag(lang) === null)
      throw invalidFields({ path: ['lang'], msg: 'is no language: send a BCP 47 tag such as de' })
    const problem = ssmlProblem(text)
    if (problem !== null) throw invalidFields({ path: ['text'], msg: `SSML: ${problem}` })
    if (!/[\p{L}\p{N}]/u.test(text)) throw invalidFields({ path: ['text'], msg: 'there is nothing in it to speak' })
  },
  async run({ text, voice, lang, format, speed }, { model, media, signal }) {
    const name = model.nameOf('speech')
    if (name === null) throw modelNotConfigured(['speech'])
    const { speakable } = await import('./speakable.ts')
    const words = speakable(text, new Intl.Locale(languageTag(lang) ?? 'en').language)
    const { asked, container, mime } = FORMATS[format]
    const stock = isVoice(voice) ? VOICES[voice] : VOICES['neutral-1']
    const spoken = await model.synthesizeSpeech(
      { text: words, voice: stock, format: asked, speed },
      { signal, withinMs: SPEAK_MS },
    )
    const heard = await media.audio(spoken.bytes, { signal }).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'unprocessable' ? noSound() : error
    })
    if (heard.container !== container) throw noSound()
    return {
      engine: { kind: 'model', name, version: spoken.model },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      audio_base64: spoken.bytes.toString('base64'),
      mime_type: mime,
      duration_s: heard.durationS,
      characters: [...words].length,
      voice,
      sha256: sha256Hex(spoken.bytes),
    }
  },
})

const noSound = () =>
  new Refusal('upstream_unavailable', 'The model answered with no sound of that format; nothing was charged.', {
    retryAfterS: 5,
    fix: { action: 'Ask for another format, or send the call again.' },
    extra: { tried: [{ source: 'model-speech', problem: 'bad_response' }] },
  })
