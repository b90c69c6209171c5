import { z } from 'zod'

import { defineOutcome } from '../define.ts'
import { cursor, memberToken, pageLimit, workspaceId } from '../lib/stored-inputs.ts'

export const workspaceList = defineOutcome({
  slug: 'workspace-list',
  title: 'Workspace list',
  description:
    "Lists the caller's workspaces, owned and joined, or the files of one. The tree digest changes with any change of any " +
    'live file, so one comparison tells whether to read on.',
  cents: 1,
  impulse: true,
  secrets: ['token'],
  types: {
    takes: { workspace_id: 'workspace-id', prefix: 'prefix', limit: 'count' },
    gives: { 'workspaces.0.workspace_id': 'workspace-id', files: 'json', 'files.0.path': 'path' },
    also: {
      'files.0.last_author': 'agent-id',
      'files.0.sha256': 'sha256',
    },
  },
  input: () =>
    z.object({
      workspace_id: workspaceId.optional().describe('list files of this one'),
      token: memberToken,
      prefix: z.string().max(512).optional().describe('path prefix'),
      limit: pageLimit(500, 100),
      cursor,
    }),
  output: () =>
    z.object({
      workspaces: z.array(
        z.object({
          workspace_id: z.string(),
          name: z.string(),
          role: z.enum(['owner', 'reader', 'writer', 'admin']),
          files: z.int(),
          bytes: z.int().describe('of all kept versions'),
          revision: z.int(),
          updated_at: z.string(),
          expires_at: z.string().nullable(),
        }),
      ),
      files: z.array(
        z.object({
          path: z.string(),
          version: z.int(),
          bytes: z.int(),
          sha256: z.string(),
          updated_at: z.string(),
          last_author: z.string().nullable(),
        }),
      ),
      count: z.int(),
      next_cursor: z.string().nullable(),
      tree_digest: z
        .string()
        .nullable()
        .describe('sha256 over the lines "<sha256> <path>\\n" of all live files, sorted by path'),
    }),
  example: {
    follows: 'workspace-create',
    input: { workspace_id: 'release-4' },
    output: {
      workspaces: [],
      files: [
        {
          path: 'notes/plan.md',
          version: 1,
          bytes: 6,
          sha256: '1ee55b7ae632bd99dfea4f2d791ff06b1119975e96d4f822050923e7499f44cb',
          updated_at: '2026-11-20T12:00:00.000Z',
          last_author: 'writer',
        },
      ],
      count: 1,
      next_cursor: null,
      tree_digest: 'e1b3075113ecf7dcdc1c603764ecfbc0377704fef11bb5cabc262e8b3464cb44',
    },
  },
  async run({ workspace_id, token, prefix, limit = 100, cursor: place }, ctx) {
    const { workspaces } = ctx.store
    if (workspace_id === undefined) {
      const page = await workspaces.list({ limit, cursor: place })
      return {
        workspaces: page.workspaces,
        files: [],
        count: page.workspaces.length,
        next_cursor: page.nextCursor,
        tree_digest: null,
      }
    }
    const page = await workspaces.files({ workspaceId: workspace_id, token, prefix, limit, cursor: place })
    return {
      workspaces: [],
      files: page.files,
      count: page.files.length,
      next_cursor: page.nextCursor,
      tree_digest: page.treeDigest,
    }
  },
})
