import { z } from 'zod'

import type { Refusal } from '#shared/errors.ts'
import type { ModelUsage } from '#shared/doors/model.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { RawReply } from '../upstreams/fetch-once.ts'
import { jsonOf } from './endpoint.ts'
import { contentRefused } from './refused-question.ts'

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string | Part[] }

export type Said = {
  content: string
  model: string | null
  usage: ModelUsage
  /** The answer was cut at its token limit. */
  isCut: boolean
}

const count = z.int().min(0).catch(0)
/** Answer of `POST /chat/completions` of OpenAI's API and compatible servers. */
const Completion = z.object({
  model: z.string().max(200).optional().catch(undefined),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
})

/** Reads a chat completion. Returns a Refusal if the model refused. Throws UpstreamError for an invalid answer. */
export function readChat(raw: RawReply): Said | Refusal {
  const read = Completion.safeParse(jsonOf(raw))
  const [choice] = read.data?.choices ?? []
  if (!read.success || choice === undefined) throw new UpstreamError('bad_response', 'it is no chat completion')
  const { message, finish_reason: reason } = choice
  if ((message.refusal ?? '') !== '' || reason === 'content_filter') return contentRefused()
  if (typeof message.content !== 'string') throw new UpstreamError('bad_response', 'a completion without content')
  const { usage } = read.data
  return {
    content: message.content,
    model: read.data.model ?? null,
    usage: { inputTokens: usage?.prompt_tokens ?? 0, outputTokens: usage?.completion_tokens ?? 0 },
    isCut: reason === 'length',
  }
}
