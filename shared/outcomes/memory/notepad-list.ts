import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'

import { defineOutcome } from '../define.ts'
import { agentLabel, cursor, pageLimit, searchText } from '../lib/stored-inputs.ts'

export const notepadList = defineOutcome({
  slug: 'notepad-list',
  title: 'Notepad list',
  description:
    "Lists the caller's own notes with filters by tag, key prefix, agent and words, in pages that stay right while notes " +
    'are added. Words are searched as a phrase whose last word may be unfinished.',
  cents: 1,
  impulse: true,
  types: {
    takes: { tag: 'tag', prefix: 'prefix', q: 'note-query', limit: 'count' },
    gives: { notes: 'json', 'notes.0.key': 'note-key' },
    also: { 'notes.0.note_id': 'note-id', 'notes.0.title': 'title' },
  },
  input: () =>
    z.object({
      tag: z.string().max(60).optional().describe('filter'),
      prefix: z.string().max(128).optional().describe('key prefix'),
      q: searchText(200).describe('words in title or content (its first 65,536 characters)'),
      agent_id: agentLabel,
      limit: pageLimit(100, 20),
      cursor,
      sort: documentedDefault(z.enum(['updated_desc', 'updated_asc', 'key_asc']), 'updated_desc').describe('order'),
    }),
  output: () =>
    z.object({
      notes: z.array(
        z.object({
          note_id: z.string(),
          key: z.string().nullable(),
          title: z.string().nullable(),
          tags: z.array(z.string()),
          version: z.int(),
          bytes: z.int(),
          visibility: z.enum(['private', 'public']),
          updated_at: z.string(),
          expires_at: z.string().nullable(),
          snippet: z.string().nullable().describe('around the words of q; null without q'),
        }),
      ),
      count: z.int(),
      total: z.int().describe('matching notes'),
      next_cursor: z.string().nullable(),
    }),
  example: {
    input: { tag: 'orders' },
    output: {
      notes: [
        {
          note_id: 'note_4Zq1dT0rYv8sKx2bN6mWcE',
          key: 'plan',
          title: null,
          tags: ['orders'],
          version: 1,
          bytes: 23,
          visibility: 'private',
          updated_at: '2026-11-20T12:00:00.000Z',
          expires_at: null,
          snippet: null,
        },
      ],
      count: 1,
      total: 1,
      next_cursor: null,
    },
  },
  async run({ agent_id, limit = 20, sort = 'updated_desc', ...filter }, ctx) {
    const { notes, total, nextCursor } = await ctx.store.notes.list({ ...filter, agentId: agent_id, limit, sort })
    return { notes, count: notes.length, total, next_cursor: nextCursor }
  },
})
