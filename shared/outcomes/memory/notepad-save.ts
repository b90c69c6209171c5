import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'
import { agentLabel, content, noteId, noteKey, tags } from '../lib/stored-inputs.ts'

export const notepadSave = defineOutcome({
  slug: 'notepad-save',
  title: 'Notepad save',
  description:
    'Saves or updates a note for an agent, versioned (the last 50 are kept) and with optimistic concurrency: replace, ' +
    'append or create only. Private to whoever pays unless shared or public. 256 KB a note, 10,000 notes and 100 MB an owner.',
  cents: 1,
  impulse: true,
  stores: true,
  settle: 'before',
  maxBodyBytes: 1_048_576,
  secrets: ['share_token'],
  types: {
    takes: { content: 'note-content', key: 'note-key', title: 'title', tags: 'tag[]', agent_id: 'json', mode: 'json' },
    gives: { note_id: 'note-id', key: 'note-key' },
    also: { sha256: 'sha256' },
    writes: true,
  },
  input: () =>
    z.object({
      content: content(262_144).describe('text, Markdown or JSON, at most 256 KB'),
      key: noteKey.describe("stable name inside the owner's scope; same key makes a new version"),
      note_id: noteId.describe('alternative to key for update'),
      share_token: z
        .string()
        .max(200)
        .optional()
        .describe('appends to a note of somebody else that was shared with the right to'),
      title: z.string().max(200).optional().describe('title'),
      tags: tags.optional().describe('tags'),
      agent_id: agentLabel,
      mode: documentedDefault(z.enum(['replace', 'append', 'create_only']), 'replace').describe('write mode'),
      expected_version: z.int32().min(0).optional().describe('0 means must not exist'),
      ttl_seconds: z.int().min(60).max(31_536_000).optional().describe('expiry; a note without it stays'),
      visibility: documentedDefault(z.enum(['private', 'public']), 'private').describe(
        'public appears in notepad-browse; an update without it changes nothing',
      ),
      delete: documentedDefault(z.boolean(), false).describe(
        'removes the note with its versions and shares instead of saving; content is then ignored',
      ),
    }),
  output: () =>
    z.object({
      note_id: z.string(),
      key: z.string().nullable(),
      version: z.int(),
      created: z.boolean().describe('first version'),
      bytes: z.int(),
      sha256: z.string().describe('of the stored bytes; JSON is stored as its text'),
      unchanged: z.boolean().describe('content equals the last version: no new version'),
      deleted: z.boolean(),
      saved_at: z.string(),
      expires_at: z.string().nullable(),
      warnings: z.array(z.enum(['secret_detected', 'injection_text'])),
    }),
  example: {
    input: { key: 'plan', content: 'Ship order 7 on Friday.', tags: ['orders'], agent_id: 'agent-7' },
    output: {
      note_id: 'note_4Zq1dT0rYv8sKx2bN6mWcE',
      key: 'plan',
      version: 1,
      created: true,
      bytes: 23,
      sha256: '7f0011ced614a1bd59fe2a16616e44d2a351c8020158568091d8d2190e85ebc8',
      unchanged: false,
      deleted: false,
      saved_at: '2026-11-20T12:00:00.000Z',
      expires_at: null,
      warnings: [],
    },
  },
  check({ key, note_id, share_token, mode, delete: removes }) {
    const names = [key, note_id, share_token].filter((name) => name !== undefined)
    if (names.length > 1) {
      throw invalidFields({ path: ['key'], msg: 'Value error, send one of key, note_id and share_token' })
    }
    if (share_token !== undefined && (mode !== 'append' || removes === true)) {
      throw invalidFields({ path: ['mode'], msg: 'Value error, a share lets you append only: send mode append' })
    }
    if (removes === true && names.length === 0) {
      throw invalidFields({ path: ['key'], type: 'missing', msg: 'Say which note to delete: key or note_id' })
    }
  },
  async run(input, ctx) {
    const name = { noteId: input.note_id, key: input.key, shareToken: input.share_token }
    if (input.delete === true) {
      const removed = await ctx.store.notes.remove({ ...name, expectedVersion: input.expected_version })
      return { ...removed, warnings: [] }
    }
    const text = [input.title ?? '', typeof input.content === 'string' ? input.content : JSON.stringify(input.content)]
    const screened = await ctx.compute('screenText', { text: text.join('\n'), source: 'memory' }, ctx)
    if (screened.hasSecret && input.visibility === 'public') throw secretInPublic(screened.secretKinds)
    const saved = await ctx.store.notes.save({
      ...name,
      content: input.content,
      title: input.title,
      tags: input.tags,
      agentId: input.agent_id,
      mode: input.mode ?? 'replace',
      expectedVersion: input.expected_version,
      ttlSeconds: input.ttl_seconds,
      visibility: input.visibility,
      screened,
    })
    return {
      ...saved,
      warnings: [
        ...(screened.hasSecret ? (['secret_detected'] as const) : []),
        ...(screened.flags.length > 0 ? (['injection_text'] as const) : []),
      ],
    }
  },
})

const secretInPublic = (kinds: readonly string[]) =>
  new Refusal('secret_detected', 'A public note may not hold a secret; nothing was saved or charged.', {
    detail: `Found: ${kinds.join(', ')}.`,
    fix: { action: 'Take the secret out, or save the note as private.' },
  })
