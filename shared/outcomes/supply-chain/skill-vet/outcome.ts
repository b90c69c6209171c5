import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { skillVerdict } from '#shared/engines/skill/skill-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { isBase64 } from '#shared/lib/crypto/is-base64.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

export const skillVet = defineOutcome({
  slug: 'skill-vet',
  title: 'Skill vet',
  description:
    'Static review of an agent skill: front matter against the specification, instructions for hidden orders and lures, ' +
    'code for secrets that flow to the network (across files), fetch-and-run chains, obfuscation and persistence, ' +
    'dependencies, hard-coded credentials, and what it does against what it declares. Nothing is run.',
  cents: 8,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { files: 'json', skill_md: 'skill-markdown', declared: 'json' },
    gives: { decision: 'decision' },
    either: ['files', 'skill_md'],
  },
  input: () =>
    guardInput({
      files: z
        .array(
          z.looseObject({
            path: z.string().min(1).max(1_000),
            content: z.string().max(8_388_608).optional(),
            content_base64: z.string().max(8_388_608).optional(),
          }),
        )
        .min(1)
        .max(500)
        .optional()
        .describe('{path, content|content_base64}'),
      skill_md: z.string().max(500_000).optional().describe('the main file alone, alternative to files'),
      declared: z
        .looseObject({
          name: z.string().max(500).optional(),
          author: z.string().max(500).optional(),
          permissions: z.union([z.string().max(5_000), z.array(z.string().max(500)).max(200)]).optional(),
          homepage: z.string().max(2_048).optional(),
        })
        .optional()
        .describe('{name, author, permissions, homepage}'),
      policy: documentedDefault(z.enum(['strict', 'balanced', 'permissive']), 'balanced').describe('thresholds'),
    }),
  output: skillVerdict,
  example: exampleFrom(example),
  check: ({ files, skill_md }) => {
    if (files === undefined && skill_md === undefined)
      throw invalidFields({ path: [], msg: 'Value error, send files or skill_md' })
    for (const [index, { content, content_base64 }] of (files ?? []).entries()) {
      if (content === undefined && content_base64 === undefined) {
        throw invalidFields({ path: ['files', index], msg: 'Value error, send content or content_base64' })
      }
      if (content_base64 !== undefined && !isBase64(content_base64)) {
        throw invalidFields({ path: ['files', index, 'content_base64'], msg: 'Value error, not base64' })
      }
    }
  },
  async run(input) {
    const { vetSkill } = await import('./vet-skill.ts')
    return vetSkill(input)
  },
})
