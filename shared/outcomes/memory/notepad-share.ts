import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'
import { noteId, noteKey } from '../lib/stored-inputs.ts'

const Share = z.object({
  share_id: z.string(),
  permission: z.enum(['read', 'append']),
  created_at: z.string(),
  expires_at: z.string(),
  max_uses: z.int().nullable(),
  uses_left: z.int().nullable(),
  pin_version: z.int().nullable(),
  revoked_at: z.string().nullable(),
})

export const notepadShare = defineOutcome({
  slug: 'notepad-share',
  title: 'Notepad share',
  description:
    'Shares a note by a token that is shown once (to read or to append, with an end, a number of reads, or pinned to one ' +
    'version), publishes it, lists its shares and revokes them at once.',
  cents: 1,
  impulse: true,
  settle: 'before',
  answerSecrets: ['share'],
  types: {
    takes: {
      note_id: 'note-id',
      key: 'note-key',
      action: 'json',
      permission: 'permission',
      expires_in_s: 'lifetime',
      max_uses: 'max-uses',
    },
    gives: { share: 'json' },
    also: { 'share.url': 'url' },
    either: ['note_id', 'key'],
    writes: true,
  },
  input: () =>
    z.object({
      note_id: noteId,
      key: noteKey.describe('alternative'),
      action: documentedDefault(z.enum(['create', 'revoke', 'list', 'publish', 'unpublish']), 'create').describe(
        'what to do',
      ),
      permission: documentedDefault(z.enum(['read', 'append']), 'read').describe('right'),
      expires_in_s: documentedDefault(z.int().min(60).max(31_536_000), 604_800).describe('life'),
      max_uses: z.int().min(1).max(10_000).optional().describe('reads allowed'),
      pin_version: z.int32().min(1).optional().describe('share one version only (default: follows newest)'),
      share_id: z.string().max(64).optional().describe('for revoke'),
    }),
  output: () =>
    z.object({
      share: Share.extend({
        share_token: z.string().describe('shown once'),
        url: z.string().describe('where to send share_token'),
      }).nullable(),
      shares: z.array(Share).describe('for list: without tokens'),
      visibility: z.enum(['private', 'public']),
      revoked: z.boolean(),
    }),
  example: {
    follows: 'notepad-save',
    input: { key: 'plan', max_uses: 3 },
    output: {
      share: {
        share_id: 'shr_1mW5r0KQzv9cT7yXeA2LdP',
        permission: 'read',
        created_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2026-11-27T12:00:00.000Z',
        max_uses: 3,
        uses_left: 3,
        pin_version: null,
        revoked_at: null,
        share_token: 'Qm3v0yX1m1x5yB4m8o2m7Gq4w9n5b6a0r3t2u1i8o7E',
        url: 'https://farebox.example/api/v1/outcomes/notepad-read',
      },
      shares: [],
      visibility: 'private',
      revoked: false,
    },
  },
  check({ note_id, key, action, share_id, permission, pin_version }) {
    if ((note_id === undefined) === (key === undefined)) {
      throw invalidFields({ path: ['key'], type: 'missing', msg: 'Send one of note_id and key' })
    }
    if (action === 'revoke' && share_id === undefined) {
      throw invalidFields({ path: ['share_id'], type: 'missing', msg: 'Field required when action is revoke' })
    }
    if (permission === 'append' && pin_version !== undefined) {
      throw invalidFields({ path: ['pin_version'], msg: 'Value error, a pinned version cannot be appended to' })
    }
  },
  async run({ note_id, key, action = 'create', share_id, ...wish }, ctx) {
    const name = { noteId: note_id, key }
    const { notes } = ctx.store
    const nothing = { share: null, shares: [], revoked: false }
    switch (action) {
      case 'create': {
        const { share, token, visibility } = await notes.share(name, {
          permission: wish.permission ?? 'read',
          expiresInS: wish.expires_in_s ?? 604_800,
          maxUses: wish.max_uses,
          pinVersion: wish.pin_version,
        })
        const url = `${ctx.signing.baseUrl}/api/v1/outcomes/notepad-read`
        return { ...nothing, share: { ...share, share_token: token, url }, visibility }
      }
      case 'list':
        return { ...nothing, ...(await notes.shares(name)) }
      case 'revoke':
        return { ...nothing, ...(await notes.revoke(name, share_id ?? '')) }
      case 'publish':
        return { ...nothing, ...(await notes.publish(name, 'public')) }
      case 'unpublish':
        return { ...nothing, ...(await notes.publish(name, 'private')) }
    }
  },
})
