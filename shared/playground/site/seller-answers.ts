import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { parseJson } from '#shared/lib/parse-json.ts'
import { SAMPLE_HOST } from '#shared/lib/network/sample-site.ts'

/** The path of the sample seller's API, which its endpoint on this service calls. */
export const SELLER_PATH = '/seller/word-count'

/** The endpoint of the sample seller, as it is published. */
export const SAMPLE_ENDPOINT = {
  slug: 'word-count',
  title: 'Word count',
  description: 'Counts the words, sentences and characters of a text.',
  target_url: `http://${SAMPLE_HOST}${SELLER_PATH}`,
  price_cents: 50,
  input_schema: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 20_000 } },
    required: ['text'],
    additionalProperties: false,
  },
  input_example: { text: 'One widget. Two widgets.' },
  output_example: { words: 4, sentences: 2, characters: 24 },
  timeout_s: 10,
  category: 'data',
  tags: ['text'],
} as const

/** Answers the sample seller's API. */
export async function answerSeller(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const said = String(Object(parseJson(await text(request))).text ?? '')
  const countOf = (pattern: RegExp) => said.match(pattern)?.length ?? 0
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      words: countOf(/[\p{L}\p{N}]+/gu),
      sentences: countOf(/[.!?]+(?:\s|$)/g),
      characters: said.length,
    }),
  )
}
