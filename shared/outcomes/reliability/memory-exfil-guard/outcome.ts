import { z } from 'zod'

import { exfilVerdict } from './exfil-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const MAX_CHARS = 1_000_000

export const memoryExfilGuard = defineOutcome({
  slug: 'memory-exfil-guard',
  title: 'Memory exfiltration guard',
  description:
    'Scans content before it leaves an agent: credentials of 200 providers by shape, checksum and entropy, personal data with ' +
    'validators, your own canary strings in any encoding, and covert channels (image links, DNS labels, invisible text). ' +
    'Looks inside base64, hex, URL encoding and gzip, redacts on request, and never repeats a secret.',
  cents: 8,
  maxBodyBytes: 4 * 1024 * 1024,
  // The content decides how much there is to decode.
  isolation: 'thread',
  secrets: ['content', 'memory_refs'],
  decisions,
  types: {
    takes: { content: 'text', destination: 'text', allowed_destinations: 'json' },
    gives: { decision: 'decision', redacted: 'json' },
    also: { 'destination.host': 'domain' },
  },
  input: () =>
    guardInput({
      content: z.unknown().describe('text or JSON about to be sent, stored or shown; at most 1,000,000 characters'),
      destination: z.string().max(2_048).optional().describe('URL, tool or recipient'),
      allowed_destinations: z.array(z.string().max(500)).max(500).optional().describe('globs of hosts or tools'),
      memory_refs: z
        .array(z.string().max(10_000))
        .max(1_000)
        .optional()
        .describe('sensitive strings or sha256 of them that must not leave (canaries)'),
      policy: z
        .looseObject({
          secrets: z.enum(decisions).optional().meta({ default: 'block' }),
          pii: z.enum(decisions).optional().meta({ default: 'review' }),
          internal_hosts: z.enum(decisions).optional().meta({ default: 'review' }),
          max_encoded_bytes: z.int().min(0).max(10_000_000).optional().meta({ default: 2_048 }),
        })
        .optional()
        .describe('what each kind of finding asks for, and how many encoded bytes may go'),
      mode: documentedDefault(z.enum(['scan', 'redact']), 'scan').describe('redact returns a cleaned copy'),
    }),
  output: exfilVerdict,
  example: exampleFrom(example),
  check: ({ content }) => {
    if (content === undefined) throw invalidFields({ path: ['content'], msg: 'Field required', type: 'missing' })
    if (charsOf(content) > MAX_CHARS) {
      throw invalidFields({ path: ['content'], msg: `Value error, content is over ${MAX_CHARS} characters` })
    }
  },
  async run(input) {
    const { assessExfil } = await import('./assess-exfil.ts')
    return assessExfil(input)
  },
})

const charsOf = (content: unknown) => (typeof content === 'string' ? content.length : JSON.stringify(content).length)
