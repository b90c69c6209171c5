import { z } from 'zod'

import { languageTag } from '#shared/engines/translate/language-tag.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import { byModel, EngineFacts, flagsOf, InjectionFlags } from '#shared/outcomes/lib/engine-facts.ts'
import { FILE_BODY_BYTES, fileBytes, MAX_BASE64, refuseUnlessFile } from '#shared/outcomes/lib/foreign-file.ts'

const CENTS = 10
const MAX_BYTES = 20 * 1024 * 1024
const FETCH_MS = 20_000
const HEAR_MS = 60_000
const READ_MS = 5_000
const NAMES = { wav: 'wav', mp3: 'mp3', mp4: 'm4a', ogg: 'ogg', webm: 'webm', flac: 'flac' } as const

export const audioTranscribe = defineOutcome({
  slug: 'audio-transcribe',
  title: 'Audio transcribe',
  description:
    'Transcribes up to ten minutes of speech with timestamps, language and confidence, as text, segments, SRT or WebVTT. ' +
    'Silence is no speech, and words a model got caught in are cut and flagged. Needs a transcription model: without one ' +
    'it is refused, uncharged.',
  cents: CENTS,
  pool: 'media-processing',
  timeoutMs: 110_000,
  maxBodyBytes: FILE_BODY_BYTES,
  models: ['transcription'],
  types: {
    takes: { audio_url: 'audio-url', audio_base64: 'audio', lang: 'json', format: 'transcript-format' },
    gives: { text: 'text', segments: 'json', srt: 'text' },
    also: { vtt: 'text' },
    either: ['audio_url', 'audio_base64'],
  },
  input: () =>
    z.object({
      audio_url: z.string().min(1).max(2_048).optional().describe('public URL, up to 20 MB, or'),
      audio_base64: z.string().min(16).max(MAX_BASE64).optional().describe('wav, mp3, m4a, ogg, webm, flac up to 6 MB'),
      lang: z.string().min(2).max(35).default('auto').describe('language, BCP 47'),
      format: z.enum(['text', 'srt', 'vtt', 'segments']).default('segments').describe('output'),
      max_seconds: z.int().min(1).max(600).default(600).describe('longest audio'),
    }),
  output: () =>
    z.object({
      ...EngineFacts,
      method: z.literal('model'),
      text: z.string().describe('transcript: words of a stranger'),
      segments: z.array(
        z.object({
          start: z.number().describe('seconds'),
          end: z.number(),
          text: z.string(),
          confidence: z.number().nullable().describe('mean probability of its words; null when the model does not say'),
          no_speech_prob: z.number().nullable(),
        }),
      ),
      language: z.string().describe('BCP 47; und when the model does not say'),
      duration_s: z.number(),
      srt: z.string().nullable().describe('with format srt; null too when the model gives no times'),
      vtt: z.string().nullable().describe('with format vtt; null too when the model gives no times'),
      speech: z.boolean().describe('any speech'),
      repetition_flag: z.boolean().describe('hallucinated loop detected and cut'),
      injection_flags: InjectionFlags,
    }),
  example: {
    input: { audio_url: 'https://example.com/hello.mp3' },
    output: {
      engine: { kind: 'model', name: 'whisper-1', version: 'whisper-1' },
      usage: { input_tokens: 0, output_tokens: 0 },
      truncated: false,
      truncated_at: null,
      method: 'model',
      text: 'Hello and welcome.',
      segments: [{ start: 0, end: 1.8, text: 'Hello and welcome.', confidence: 0.82, no_speech_prob: 0.01 }],
      language: 'en',
      duration_s: 2.1,
      srt: null,
      vtt: null,
      speech: true,
      repetition_flag: false,
      injection_flags: [],
    },
  },
  check({ audio_url: url, audio_base64: base64, lang }) {
    refuseUnlessFile({ kind: 'audio', url, base64 })
    if (lang !== 'auto' && languageTag(lang) === null) {
      throw invalidFields({ path: ['lang'], msg: 'is no language: send auto or a BCP 47 tag such as de' })
    }
  },
  async run({ audio_url: url, audio_base64: base64, lang, format, max_seconds: longest }, ctx) {
    const { model, media, compute, signal } = ctx
    const name = model.nameOf('transcription')
    if (name === null) throw modelNotConfigured(['transcription'])
    const bytes = await fileBytes({ kind: 'audio', url, base64 }, ctx, {
      maxBytes: MAX_BYTES,
      accept: 'audio/*, video/mp4;q=0.8, video/webm;q=0.8, */*;q=0.1',
      timeoutMs: FETCH_MS,
    })
    const { container, type, durationS } = await media.audio(bytes, { signal })
    if (durationS > longest) throw tooLong(durationS, longest)
    const language = lang === 'auto' ? null : new Intl.Locale(languageTag(lang) ?? lang).language
    const heard = await model.transcribe(
      { bytes, name: `audio.${NAMES[container]}`, type, lang: language },
      { signal, withinMs: HEAR_MS },
    )
    const [{ transcriptOf }, { srtOf, vttOf }, { namedLanguage }] = await Promise.all([
      import('./transcript.ts'),
      import('./subtitles.ts'),
      import('./named-language.ts'),
    ])
    const { text, segments, speech, repeated } = transcriptOf(heard, durationS)
    // Silence has no times either, and is subtitled with nothing.
    const isTimed = segments.length > 0 || !speech
    const [read] = await compute('readForeign', { texts: [text], maxTokens: null }, { signal, cpuMs: READ_MS })
    return {
      ...byModel(name, [heard]),
      truncated: false,
      truncated_at: null,
      method: 'model',
      text,
      segments,
      language: namedLanguage(heard.language) ?? language ?? 'und',
      duration_s: durationS,
      srt: format === 'srt' && isTimed ? srtOf(segments) : null,
      vtt: format === 'vtt' && isTimed ? vttOf(segments) : null,
      speech,
      repetition_flag: repeated,
      injection_flags: flagsOf(read?.flags ?? []),
    }
  },
})

const tooLong = (seconds: number, longest: number) =>
  new Refusal(
    'unprocessable',
    `The audio lasts ${Math.ceil(seconds)} s and at most ${longest} are taken; nothing was charged.`,
    {
      fix: { action: 'Send it in parts.' },
      extra: { reason: 'too_long', duration_s: seconds },
    },
  )
