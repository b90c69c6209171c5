import { Refusal } from '#shared/errors.ts'
import type { Spoken, SpeechRequest } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { RawReply } from '../upstreams/fetch-once.ts'
import { askEndpoint, type Endpoint, translateFailure, jsonOf } from './endpoint.ts'
import { refusedQuestion } from './refused-question.ts'

type Asked = { model: string; wish: SpeechRequest; signal: AbortSignal; leftMs: number }

/** Converts text to speech (`POST /audio/speech`). The outcome detects the container of the bytes. */
export async function synthesizeSpeech(endpoint: Endpoint, { model, wish, signal, leftMs }: Asked): Promise<Spoken> {
  const { text, voice, format, speed } = wish
  const raw = await askEndpoint(endpoint, {
    role: 'speech',
    path: '/audio/speech',
    body: { json: { model, input: text, voice, response_format: format, speed } },
    expects: 'bytes',
    check: refuseUnlessSound,
    signal,
    leftMs,
  })
  if (raw.status < 300) return { bytes: raw.body, model }
  const refused = refusedQuestion(raw)
  throw refused instanceof Refusal ? refused : translateFailure(endpoint, 'speech', refused)
}

function refuseUnlessSound(reply: RawReply): void {
  const type = reply.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  // A JSON body may be an error inside a 200, which jsonOf throws.
  if (type === 'application/json') jsonOf(reply)
  const mayBeSound =
    type === '' || type.startsWith('audio/') || type === 'application/octet-stream' || type === 'video/webm'
  if (!mayBeSound || reply.body.length < 16) throw new UpstreamError('bad_response', 'it is no sound')
}
