import { z } from 'zod'

import { compressionVerdict } from '#shared/engines/compression/compression-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import example from './context-compression-audit.example.json' with { type: 'json' }

const MAX_CHARS = 500_000
const context = z.union([z.string().max(MAX_CHARS), z.array(jsonObject()).max(10_000)])

export const contextCompressionAudit = defineOutcome({
  slug: 'context-compression-audit',
  title: 'Context compression audit',
  description:
    'Compares a compressed context with its original, fact by fact: numbers, money, dates, ids, paths, commands, names, ' +
    'rules, decisions and open items. Lists what was lost, changed (a number altered, a negation flipped, must become may) ' +
    'or invented, scores it, and gives a short patch that restores the lost critical items verbatim.',
  cents: 8,
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { original: 'text', compressed: 'text', must_keep: 'json' },
    gives: { decision: 'decision', lost: 'json' },
    also: { patch: 'text' },
  },
  input: () =>
    guardInput({
      original: context.describe('text or messages'),
      compressed: context.describe('text or messages'),
      must_keep: z
        .array(z.string().min(1).max(2_000))
        .max(500)
        .optional()
        .describe('phrases, values or regexes (prefix re:) that may not be lost'),
      model: documentedDefault(z.string().max(100), 'gpt-4o').describe('tokenizer for the ratio'),
      weights: boundedRecord(z.string().max(100), z.number().min(0).max(100), 100)
        .optional()
        .describe('category weights'),
      threshold: z
        .looseObject({
          review: z.number().min(0).max(1).optional().meta({ default: 0.9 }),
          block: z.number().min(0).max(1).optional().meta({ default: 0.75 }),
        })
        .optional()
        .describe('{review 0.9, block 0.75} weighted recall'),
    }),
  output: compressionVerdict,
  example: exampleFrom(example),
  check: ({ original, compressed }) => {
    for (const [name, value] of [
      ['original', original],
      ['compressed', compressed],
    ] as const) {
      if (typeof value !== 'string' && JSON.stringify(value).length > 2 * MAX_CHARS) {
        throw invalidFields({ path: [name], msg: `Value error, ${name} is over ${MAX_CHARS} characters` })
      }
    }
  },
  async run(input) {
    const { auditCompression } = await import('#shared/engines/compression/audit-compression.ts')
    return auditCompression(input)
  },
})
