import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { sliceBytes } from '#shared/lib/slice-bytes.ts'

import { defineOutcome } from '../define.ts'
import { memberToken, TextFlag, workspaceId } from '../lib/stored-inputs.ts'

export const workspaceRead = defineOutcome({
  slug: 'workspace-read',
  title: 'Workspace read',
  description:
    'Reads a file of a workspace, one of its kept versions, or everything that changed since a revision, in order and ' +
    'without gaps. Digests prove what was read; text of other credentials is marked when it tries to give orders.',
  cents: 1,
  impulse: true,
  secrets: ['token'],
  types: {
    takes: { workspace_id: 'workspace-id', path: 'path' },
    gives: { content: 'text' },
    also: { path: 'path', sha256: 'sha256', last_author: 'agent-id' },
  },
  input: () =>
    z.object({
      workspace_id: workspaceId,
      token: memberToken,
      path: z.string().min(1).max(512).optional().describe('file; absent with since_revision reads changes'),
      version: z.int32().min(1).optional().describe('version'),
      since_revision: z.int().min(0).optional().describe('change feed; with path, of this path only'),
      max_bytes: z.int().min(1).max(1_048_576).optional().describe('slice'),
    }),
  output: () =>
    z.object({
      path: z.string().nullable(),
      content: z
        .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
        .nullable()
        .describe('or the beginning of its text'),
      version: z.int().nullable(),
      sha256: z.string().nullable().describe('of the full version'),
      last_author: z.string().nullable(),
      updated_at: z.string().nullable(),
      changes: z.array(
        z.object({
          revision: z.int(),
          path: z.string(),
          op: z.string(),
          to: z.string().nullable().describe('for move'),
          version: z.int(),
          agent_id: z.string().nullable(),
          message: z.string().nullable(),
          at: z.string(),
        }),
      ),
      revision: z.int().describe('current workspace revision'),
      truncated: z.boolean().describe('content is a slice, or more changes follow'),
      injection_flags: z.array(TextFlag).describe('when the author is another credential'),
    }),
  example: {
    follows: 'workspace-write',
    input: { workspace_id: 'release-4', path: 'notes/plan.md' },
    output: {
      path: 'notes/plan.md',
      content: '# Plan',
      version: 1,
      sha256: '1ee55b7ae632bd99dfea4f2d791ff06b1119975e96d4f822050923e7499f44cb',
      last_author: 'writer',
      updated_at: '2026-11-20T12:00:00.000Z',
      changes: [],
      revision: 1,
      truncated: false,
      injection_flags: [],
    },
  },
  check({ path, since_revision }) {
    if (path !== undefined || since_revision !== undefined) return
    throw invalidFields({ path: ['path'], type: 'missing', msg: 'Send path or since_revision' })
  },
  async run({ workspace_id, token, path, version, since_revision, max_bytes }, ctx) {
    const name = { workspaceId: workspace_id, token }
    const { workspaces } = ctx.store
    if (since_revision !== undefined || path === undefined) {
      const { changes, revision } = await workspaces.changes({ ...name, sinceRevision: since_revision ?? 0, path })
      const isMore = path === undefined && changes.length > 0 && (changes.at(-1)?.revision ?? 0) < revision
      return { ...NO_FILE, path: path ?? null, changes, revision, truncated: isMore }
    }
    const file = await workspaces.read({ ...name, path, version })
    const slice = sliceBytes(file.content, 0, max_bytes ?? 1_048_576)
    const isWhole = slice.nextOffset === null
    return {
      ...NO_FILE,
      path: file.path,
      // Safe: stored as JSON from an object or an array.
      content: isWhole && file.isJson ? (JSON.parse(file.content) as Record<string, unknown>) : slice.text,
      version: file.version,
      sha256: file.sha256,
      last_author: file.lastAuthor,
      updated_at: file.updatedAt,
      revision: file.revision,
      truncated: !isWhole,
      injection_flags: file.foreign ? [...file.flags] : [],
    }
  },
})

const NO_FILE = {
  content: null,
  version: null,
  sha256: null,
  last_author: null,
  updated_at: null,
  changes: [],
  injection_flags: [],
}
