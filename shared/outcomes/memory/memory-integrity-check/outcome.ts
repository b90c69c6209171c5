import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { integrityVerdict } from './integrity-verdict.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { entries: 'json', expected_head: 'json', expected_root: 'json', previous: 'json' },
    gives: { decision: 'decision' },
    also: { 'integrity.head': 'sha256', 'integrity.root': 'sha256' },
  },
  input: () =>
    guardInput({
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
      expected_root: z
        .string()
        .regex(/^(?:sha256[:-])?[\da-f]{64}$/i, 'Not a SHA-256 in hex')
        .optional()
        .describe('trusted Merkle root (RFC 6962)'),
      previous: z
        .array(z.looseObject({ id: z.string().max(500), hash }))
        .max(5_000)
        .optional()
        .describe('{id, hash} of the last trusted state'),
      public_key: z.string().max(8_000).optional().describe('key of entry signatures'),
      scan_content: documentedDefault(z.boolean(), true).describe('poisoning and contradiction checks'),
    }),
  output: integrityVerdict,
  example: exampleFrom(example),
  async run(input) {
    const { checkMemory } = await import('./check-memory.ts')
    return checkMemory(input)
  },
})
