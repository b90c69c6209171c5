import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { pathProblem } from '#shared/lib/path-problem.ts'

import { defineOutcome } from '../define.ts'
import type { FileToWrite } from '#shared/doors/workspaces.ts'
import { agentLabel, content, memberToken, workspaceId } from '../lib/stored-inputs.ts'

const ops = ['put', 'append', 'delete', 'move', 'json_patch'] as const
const path = z.string().min(1).max(512)

export const workspaceWrite = defineOutcome({
  slug: 'workspace-write',
  title: 'Workspace write',
  description:
    'Writes, appends, moves, deletes or JSON-patches a file in a workspace, with a version check and a change log. An ' +
    'append never conflicts, a patch applies whole or not at all, and a conflict says what is there now.',
  cents: 1,
  impulse: true,
  stores: true,
  settle: 'before',
  maxBodyBytes: 4_194_304,
  secrets: ['token'],
  types: {
    takes: { workspace_id: 'workspace-id', path: 'path', content: 'note-content', op: 'json' },
    gives: { path: 'path' },
    also: { sha256: 'sha256' },
    writes: true,
  },
  input: () =>
    z.object({
      workspace_id: workspaceId,
      token: memberToken,
      path: path.describe('relative POSIX path'),
      content: content(1_048_576).optional().describe('for put and append: text or JSON, at most 1 MB'),
      op: documentedDefault(z.enum(ops), 'put').describe('operation'),
      to: path.optional().describe('for move'),
      patch: z
        .array(
          z.object({
            op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
            path: z.string().max(2_000),
            from: z.string().max(2_000).optional(),
            value: z.unknown().optional(),
          }),
        )
        .min(1)
        .max(500)
        .optional()
        .describe('RFC 6902 for json_patch'),
      expected_version: z.int32().min(0).optional().describe('optimistic check; 0 means must not exist'),
      message: z.string().max(200).optional().describe('change note'),
      agent_id: agentLabel,
    }),
  output: () =>
    z.object({
      path: z.string(),
      version: z.int(),
      revision: z.int().describe('workspace-wide, strictly increasing'),
      bytes: z.int(),
      sha256: z.string(),
      unchanged: z.boolean(),
      conflict: z.null().describe('on 409: {current_version, sha256, last_author, last_at} in the error'),
      quota: z.object({ used: z.int(), bytes: z.int() }),
    }),
  example: {
    follows: 'workspace-create',
    input: { workspace_id: 'release-4', path: 'notes/plan.md', content: '# Plan', agent_id: 'writer' },
    output: {
      path: 'notes/plan.md',
      version: 1,
      revision: 1,
      bytes: 6,
      sha256: '1ee55b7ae632bd99dfea4f2d791ff06b1119975e96d4f822050923e7499f44cb',
      unchanged: false,
      conflict: null,
      quota: { used: 6, bytes: 10_485_760 },
    },
  },
  check(input) {
    const { op = 'put', to, patch } = input
    const needs = { put: 'content', append: 'content', move: 'to', json_patch: 'patch', delete: null }[op]
    if (needs !== null && { content: input.content, to, patch }[needs] === undefined) {
      throw invalidFields({ path: [needs], type: 'missing', msg: `Field required when op is ${op}` })
    }
    for (const [name, value] of Object.entries({ path: input.path, to: op === 'move' ? to : undefined })) {
      const problem = value === undefined ? null : pathProblem(value)
      if (problem !== null) throw invalidFields({ path: [name], msg: `Value error, ${problem}` })
    }
    if (op === 'move' && to === input.path)
      throw invalidFields({ path: ['to'], msg: 'Value error, this is the same path' })
    const incomplete = patch?.findIndex((one) => needsFrom(one.op) && one.from === undefined) ?? -1
    if (incomplete >= 0)
      throw invalidFields({ path: ['patch', incomplete, 'from'], type: 'missing', msg: 'Field required' })
  },
  async run(input, ctx) {
    const { op = 'put', patch = [], content: text = '', to = '' } = input
    const about = {
      workspaceId: input.workspace_id,
      token: input.token,
      path: input.path,
      expectedVersion: input.expected_version,
      message: input.message,
      agentId: input.agent_id,
    }
    const screen = (value: unknown) =>
      ctx.compute(
        'screenText',
        { text: typeof value === 'string' ? value : JSON.stringify(value), source: 'memory' },
        ctx,
      )
    const change = async (): Promise<FileToWrite> => {
      if (op === 'put' || op === 'append') return { ...about, op, content: text, screened: await screen(text) }
      if (op === 'json_patch') return { ...about, op, patch, screened: await screen(patch) }
      return op === 'move' ? { ...about, op, to } : { ...about, op }
    }
    return { ...(await ctx.store.workspaces.write(await change())), conflict: null }
  },
})

const needsFrom = (op: string) => op === 'move' || op === 'copy'
