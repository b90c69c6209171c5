import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { Heard, Recording } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { RawReply } from '../upstreams/fetch-once.ts'
import { askEndpoint, type Endpoint, translateFailure, jsonOf } from './endpoint.ts'
import { refusedQuestion } from './refused-question.ts'

const number = z.number().nullish().catch(null)
/** Answer to `POST /audio/transcriptions` with `verbose_json`. Some servers omit the segments. */
const Answer = z.object({
  text: z.string(),
  language: z.string().max(60).nullish().catch(null),
  segments: z
    .array(
      z.object({ start: z.number(), end: z.number(), text: z.string(), avg_logprob: number, no_speech_prob: number }),
    )
    .nullish(),
  usage: z
    .object({ input_tokens: z.int().min(0).catch(0), output_tokens: z.int().min(0).catch(0) })
    .nullish()
    .catch(null),
})

type Asked = { model: string; recording: Recording; signal: AbortSignal; leftMs: number }

/** Transcribes a recording. Without segments if the model returns none. */
export async function transcribe(endpoint: Endpoint, { model, recording, signal, leftMs }: Asked): Promise<Heard> {
  const until = performance.now() + leftMs
  const ask = (format: 'verbose_json' | 'json') =>
    askEndpoint(endpoint, {
      role: 'transcription',
      path: '/audio/transcriptions',
      body: { form: formOf(model, recording, format) },
      expects: 'json',
      check: (reply) => void read(reply),
      signal,
      leftMs: until - performance.now(),
    })
  const first = await ask('verbose_json')
  // Some models support plain JSON only.
  const isAboutFormat =
    first.status >= 300 && /verbose_json|response_format/i.test(first.body.toString('utf8', 0, 2_000))
  const raw = isAboutFormat ? await ask('json') : first
  if (raw.status >= 300) {
    const refused = refusedQuestion(raw)
    throw refused instanceof Refusal ? refused : translateFailure(endpoint, 'transcription', refused)
  }
  const { text, language, segments, usage } = read(raw)
  return {
    text,
    language: language ?? null,
    segments: (segments ?? []).map((segment) => ({
      start: segment.start,
      end: segment.end,
      text: segment.text,
      avgLogprob: segment.avg_logprob ?? null,
      noSpeechProb: segment.no_speech_prob ?? null,
    })),
    model,
    usage: { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 },
  }
}

function formOf(model: string, { bytes, name, type, lang }: Recording, format: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  form.set('model', model)
  form.set('response_format', format)
  form.set('temperature', '0')
  if (lang !== null) form.set('language', lang)
  return form
}

function read(raw: RawReply): z.output<typeof Answer> {
  const answer = Answer.safeParse(jsonOf(raw))
  if (!answer.success) throw new UpstreamError('bad_response', 'it is no transcript')
  return answer.data
}
