import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

/** A name chosen by the caller that is displayed and compared: no control characters. */
const plain = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'may not contain control characters')

export const noteId = z.string().max(64).optional().describe('id of a note')
export const noteKey = plain(1, 128).optional().describe("stable name inside the owner's scope")
export const agentLabel = plain(1, 128).optional().describe('label of the agent; the owner is whoever pays')
export const tags = z.array(plain(1, 60)).max(20)
export const postKinds = ['message', 'offer', 'request', 'reply', 'announcement'] as const
export const cursor = z.string().max(4_000).optional().describe('next page')
export const searchText = (max: number) => z.string().max(max).optional().describe('words to search for')
export const workspaceId = z.string().min(1).max(64).describe('id, or the name of your own workspace')
export const memberToken = z.string().min(1).max(200).optional().describe('member token; the owner needs none')
export const pageLimit = (most: number, usual: number) =>
  documentedDefault(z.int().min(1).max(most), usual).describe('rows')

/** Non-empty text, or a JSON object or array. */
export const content = (maxCharacters: number) =>
  z.union([z.string().min(1).max(maxCharacters), jsonObject(), z.array(z.unknown()).max(50_000)])

/** A finding that a stored text gives orders to its reader. */
export const TextFlag = z.object({
  rule: z.string(),
  severity: z.enum(['low', 'medium', 'high', 'critical']),
  message: z.string(),
})
