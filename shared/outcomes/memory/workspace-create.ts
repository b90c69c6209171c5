import { z } from 'zod'

import { documentedDefault } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '../define.ts'

const role = z.enum(['reader', 'writer', 'admin'])

export const workspaceCreate = defineOutcome({
  slug: 'workspace-create',
  title: 'Workspace create',
  description:
    'Creates a shared, versioned file workspace for several agents, with roles and a quota. Each member gets a token of ' +
    'its own, shown once; whoever pays owns the workspace and needs none. At most 50 workspaces an owner.',
  cents: 2,
  impulse: true,
  stores: true,
  settle: 'before',
  answerSecrets: ['owner_token', 'join_tokens'],
  types: {
    takes: { name: 'name', description: 'json', members: 'members' },
    gives: { workspace_id: 'workspace-id' },
    writes: true,
  },
  input: () =>
    z.object({
      name: z
        .string()
        .min(1)
        .max(100)
        .refine((text) => !/\p{Cc}/u.test(text), 'may not contain control characters')
        .describe('name, unique per owner'),
      description: z.string().max(500).optional().describe('purpose'),
      members: z
        .array(z.object({ agent_id: z.string().min(1).max(128), role }))
        .max(50)
        .optional()
        .describe('each gets a join token'),
      ttl_seconds: z.int().min(3_600).max(31_536_000).optional().describe('expiry; files are deleted 7 days after it'),
      quota_bytes: documentedDefault(z.int().min(1_024).max(104_857_600), 10_485_760).describe(
        'size, all kept versions counted',
      ),
      if_exists: documentedDefault(z.enum(['error', 'return']), 'error').describe('same name'),
    }),
  output: () =>
    z.object({
      workspace_id: z.string(),
      name: z.string(),
      created: z.boolean().describe('false when returned'),
      owner_token: z.string().optional().describe('admin token, shown once; absent when returned'),
      join_tokens: z.array(z.object({ agent_id: z.string(), role, token: z.string() })).describe('shown once'),
      quota: z.object({ bytes: z.int(), used: z.int(), files: z.int() }),
      expires_at: z.string().nullable(),
    }),
  example: {
    input: { name: 'release-4', members: [{ agent_id: 'reviewer', role: 'reader' }] },
    output: {
      workspace_id: 'ws_6tRkB1nQe0uZxV9sGcW3pA',
      name: 'release-4',
      created: true,
      owner_token: 'c0m8S1x5yB4m8o2m7Gq4w9n5b6a0r3t2u1i8o7Qm3vE',
      join_tokens: [{ agent_id: 'reviewer', role: 'reader', token: 'k2b7Zt0yX1m1x5yB4m8o2m7Gq4w9n5b6a0r3t2u1i8E' }],
      quota: { bytes: 10_485_760, used: 0, files: 0 },
      expires_at: null,
    },
  },
  check({ members = [] }) {
    const names = members.map(({ agent_id }) => agent_id)
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
    if (twice < 0) return
    throw invalidFields({ path: ['members', twice, 'agent_id'], msg: 'Value error, this agent is a member already' })
  },
  async run(input, ctx) {
    const { workspace, tokens } = await ctx.store.workspaces.create({
      name: input.name,
      description: input.description,
      members: input.members ?? [],
      ttlSeconds: input.ttl_seconds,
      quotaBytes: input.quota_bytes ?? 10_485_760,
      ifExists: input.if_exists ?? 'error',
    })
    return { ...workspace, ...(tokens ?? { join_tokens: [] }) }
  },
})
