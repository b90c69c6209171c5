import { z } from 'zod'

import { compressionVerdict } from '#shared/engines/compression/compression-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '../define.ts'

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
  input: guardInput({
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
  example: {
    input: {
      original: 'Budget is $1,200. Never email the client.',
      compressed: 'Budget is $12,000. Never email the client.',
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'low_fidelity',
          severity: 'high',
          message: '63 % of what matters is kept; 90 % is wanted.',
          path: '/compressed',
          evidence: {
            fidelity: 0.625,
            lost: 0,
          },
        },
        {
          code: 'value_changed',
          severity: 'high',
          message: 'A value is not the one of the original (1).',
          path: '/compressed',
          evidence: [
            {
              category: 'money',
              original: '$1,200',
              compressed: '$12,000',
            },
          ],
        },
      ],
      checks: [
        {
          id: 'fidelity',
          status: 'fail',
          detail: '0.625; review under 0.9, block under 0.75.',
        },
        {
          id: 'constraints',
          status: 'pass',
          detail: '0 of 1 lost or changed.',
        },
        {
          id: 'decisions',
          status: 'pass',
          detail: '0 of 0 lost or changed.',
        },
        {
          id: 'values',
          status: 'fail',
          detail: '1 of 1 lost or changed.',
        },
        {
          id: 'references',
          status: 'pass',
          detail: '0 of 0 lost or changed.',
        },
        {
          id: 'must_keep',
          status: 'skipped',
          detail: 'must_keep was not given.',
        },
        {
          id: 'facts',
          status: 'pass',
          detail: '2 facts were compared.',
        },
      ],
      risk_score: 60,
      next_action: 'Append patch to the compressed context, or compress again with these items in must_keep.',
      input_digest: '138a0333775ebf47f18b59babe4528bdba7896b6abb5466afc624db0c37b2827',
      ruleset: 'compression/2026-11-20',
      fidelity: 0.625,
      precision: 1,
      ratio: {
        tokens_original: 12,
        tokens_compressed: 12,
        saved_pct: 0,
        tokenizer: 'o200k_base',
        exact: true,
      },
      categories: [
        {
          name: 'constraint',
          total: 1,
          kept: 1,
          changed: 0,
          lost: 0,
          recall: 1,
          weight: 5,
        },
        {
          name: 'money',
          total: 1,
          kept: 0,
          changed: 1,
          lost: 0,
          recall: 0,
          weight: 3,
        },
      ],
      lost: [],
      changed: [
        {
          category: 'money',
          original: '$1,200',
          compressed: '$12,000',
          context: 'Budget is $1,200. Never email the client.',
          what: 'value',
        },
      ],
      invented: [],
      must_keep: [],
      patch: 'Kept from the original:\n- Budget is $1,200.',
    },
  },
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
