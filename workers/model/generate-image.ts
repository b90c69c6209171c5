import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { MadePicture } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { RawReply } from '../upstreams/fetch-once.ts'
import { askEndpoint, type Endpoint, translateFailure, jsonOf } from './endpoint.ts'
import { refusedQuestion } from './refused-question.ts'

const Answer = z.object({
  data: z.array(z.object({ b64_json: z.base64().min(8) })).min(1),
  seed: z.int().min(0).optional().catch(undefined),
  usage: z
    .object({ input_tokens: z.int().min(0).catch(0), output_tokens: z.int().min(0).catch(0) })
    .nullish()
    .catch(null),
})

type Asked = { model: string; prompt: string; size: string; seed: number | null; signal: AbortSignal; leftMs: number }

/** Generates one picture (`POST /images/generations`) as bytes. Picture URLs are not accepted. */
export async function generateImage(endpoint: Endpoint, asked: Asked): Promise<MadePicture> {
  const { model, prompt, size, seed, signal, leftMs } = asked
  // gpt-image always answers in base64 and rejects the parameter.
  const format = /(?:^|\/)gpt-image/.test(model) ? {} : { response_format: 'b64_json' }
  const raw = await askEndpoint(endpoint, {
    role: 'image',
    path: '/images/generations',
    body: { json: { model, prompt, n: 1, size, ...format, ...(seed === null ? {} : { seed }) } },
    expects: 'json',
    check: (reply) => void read(reply),
    signal,
    leftMs,
  })
  if (raw.status >= 300) {
    if (/\bsize\b/i.test(raw.body.toString('utf8', 0, 2_000))) throw otherSize(size)
    const refused = refusedQuestion(raw)
    throw refused instanceof Refusal ? refused : translateFailure(endpoint, 'image', refused)
  }
  const { data, usage, seed: used } = read(raw)
  return {
    bytes: Buffer.from(data[0]?.b64_json ?? '', 'base64'),
    model,
    usage: { inputTokens: usage?.input_tokens ?? 0, outputTokens: usage?.output_tokens ?? 0 },
    seed: used ?? null,
  }
}

const otherSize = (size: string) =>
  new Refusal('unprocessable', `This model makes no pictures of ${size}; nothing was charged.`, {
    fix: { action: 'Ask for another size, such as 1024x1024.' },
    extra: { reason: 'size_not_supported' },
  })

function read(raw: RawReply): z.output<typeof Answer> {
  const answer = Answer.safeParse(jsonOf(raw))
  if (!answer.success) throw new UpstreamError('bad_response', 'it is no picture in base64')
  return answer.data
}
