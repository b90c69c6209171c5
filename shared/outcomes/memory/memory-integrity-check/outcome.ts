import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { integrityVerdict } from './integrity-verdict.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const hash = z.string().max(200)

export const memoryIntegrityCheck = defineOutcome({
  slug: 'memory-integrity-check',
  title: 'Memory integrity check',
  description:
    'Checks an agent memory for tampering: hash chains, RFC 6962 Merkle roots, signatures or a comparison with the last ' +
    'trusted state find changed, moved, inserted and missing entries, also those cut off at the end. Then reads it for ' +
    'planted instructions and contradictions. Never claims integrity without an anchor; gives the state to keep.',
  cents: 10,
  maxBodyBytes: 8 * 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  input: guardInput({
    entries: z
      .array(
        z.looseObject({
          id: z.string().min(1).max(500),
          content: z.unknown(),
          ts: z.union([z.string().max(100), z.number()]).optional(),
          author: z.string().max(500).optional(),
          source: z.string().max(2_000).optional(),
          prev_hash: hash.nullable().optional(),
          hash: hash.optional(),
          signature: z.string().max(4_000).optional(),
          trust: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(5_000)
      .describe('{id, content, ts?, author?, source?, prev_hash?, hash?, signature?, trust?}'),
    mode: documentedDefault(z.enum(['auto', 'chain', 'merkle', 'snapshot']), 'auto').describe(
      'chain: linked hashes; merkle: root over entries; snapshot: compare with previous',
    ),
    expected_head: hash.optional().describe('trusted last hash'),
    expected_root: hash.optional().describe('trusted Merkle root (RFC 6962)'),
    previous: z
      .array(z.looseObject({ id: z.string().max(500), hash }))
      .max(5_000)
      .optional()
      .describe('{id, hash} of the last trusted state'),
    public_key: z.string().max(8_000).optional().describe('key of entry signatures'),
    scan_content: documentedDefault(z.boolean(), true).describe('poisoning and contradiction checks'),
  }),
  output: integrityVerdict,
  example: {
    input: {
      entries: [
        { id: '1', content: 'deadline is 2026-01-01' },
        { id: '2', content: 'deadline is 2026-02-01' },
      ],
    },
    output: {
      decision: 'review',
      reasons: [
        {
          code: 'contradiction',
          severity: 'low',
          message: '1 thing has different values in different entries.',
          path: '/entries',
          evidence: [
            {
              ids: ['1', '2'],
              subject: 'deadline',
              values: ['2026-01-01', '2026-02-01'],
              newer: '2',
            },
          ],
        },
        {
          code: 'no_anchor',
          severity: 'low',
          message:
            'There is no hash, signature or earlier state to check against: this is a first baseline, not a proof.',
          path: '/entries',
        },
      ],
      checks: [
        {
          id: 'hashes',
          status: 'skipped',
          detail: 'No entry has a hash.',
        },
        {
          id: 'links',
          status: 'skipped',
          detail: 'No entry has a prev_hash.',
        },
        {
          id: 'head',
          status: 'skipped',
          detail: 'expected_head was not given.',
        },
        {
          id: 'root',
          status: 'skipped',
          detail: 'expected_root was not given.',
        },
        {
          id: 'previous',
          status: 'skipped',
          detail: 'previous was not given.',
        },
        {
          id: 'signatures',
          status: 'skipped',
          detail: 'public_key was not given.',
        },
        {
          id: 'anchor',
          status: 'warn',
          detail: 'There is nothing to check against.',
        },
        {
          id: 'content',
          status: 'warn',
          detail: '0 poisoned, 1 contradictions.',
        },
      ],
      risk_score: 8,
      next_action: 'Ask which value holds, and write it once.',
      input_digest: '8b759b46f9295d81e3b3eb6efab4736e0b2a69789f2d13fab840157bf900327a',
      ruleset: 'injection/2026-11-20.3',
      integrity: {
        mode: 'snapshot',
        verified: false,
        head: '8cede08084e711cbe25cd313cc3b0932268c2e416980574d9dc80e7a113c1aa2',
        root: '2b4dfb732168d107a88d0246b469e1b1e2db5ed957c1e89c0b1a26e9b8ae6b14',
        first_bad_index: null,
        unverifiable: ['1', '2'],
      },
      tampered: [],
      diff: null,
      poisoning: [],
      contradictions: [
        {
          ids: ['1', '2'],
          subject: 'deadline',
          values: ['2026-01-01', '2026-02-01'],
          newer: '2',
        },
      ],
      provenance: {
        by_source: {},
        untrusted_share: 0,
        without_source: 2,
      },
      next_state: {
        head: '8cede08084e711cbe25cd313cc3b0932268c2e416980574d9dc80e7a113c1aa2',
        root: '2b4dfb732168d107a88d0246b469e1b1e2db5ed957c1e89c0b1a26e9b8ae6b14',
        entries: [
          {
            id: '1',
            hash: '86b459681898cbe1ce6aa49db2865c91536f4d4fb34772e6aed5b79a4c137e1a',
          },
          {
            id: '2',
            hash: '4448440dda995b92ebfd48196ddd14ff72e4f75424da2f78f8041e85283caefc',
          },
        ],
      },
    },
  },
  async run(input) {
    const { checkMemory } = await import('./check-memory.ts')
    return checkMemory(input)
  },
})
