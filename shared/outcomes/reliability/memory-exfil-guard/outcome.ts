import { z } from 'zod'

import { exfilVerdict } from './exfil-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: guardInput({
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
  example: {
    input: { content: 'The build key is in the notes of ana@corp-mail.io.', destination: 'https://notes.corp-mail.io' },
    output: {
      decision: 'review',
      reasons: [
        {
          code: 'pii.email',
          severity: 'low',
          message: 'The content holds personal data (email).',
          path: '/content',
          evidence: {
            preview: 'ana@… (16 characters)',
            start: 33,
            end: 49,
            count: 1,
          },
        },
      ],
      checks: [
        {
          id: 'secrets',
          status: 'pass',
          detail: '0 found.',
        },
        {
          id: 'personal_data',
          status: 'fail',
          detail: '1 found.',
        },
        {
          id: 'canaries',
          status: 'skipped',
          detail: 'memory_refs was not given.',
        },
        {
          id: 'channels',
          status: 'pass',
          detail: '0 found.',
        },
        {
          id: 'encoded',
          status: 'pass',
          detail: '0 encoded parts were looked into.',
        },
        {
          id: 'internal_references',
          status: 'pass',
          detail: '0 found.',
        },
        {
          id: 'bulk',
          status: 'pass',
          detail: '0 found.',
        },
        {
          id: 'destination',
          status: 'skipped',
          detail: 'allowed_destinations was not given; the destination is outside.',
        },
        {
          id: 'coverage',
          status: 'pass',
          detail: 'Every string was looked at.',
        },
      ],
      risk_score: 4,
      next_action: 'Look at the findings; send the copy that mode "redact" returns unless they belong there.',
      input_digest: '6034727a5a5056022c40ee0802591f611f18c9cd5faf735a401ae037da64535a',
      ruleset: 'secrets/2026-11-20.3',
      findings: [
        {
          kind: 'pii',
          rule_id: 'email',
          severity: 'low',
          path: '/content',
          start: 33,
          end: 49,
          preview: 'ana@… (16 characters)',
          confidence: 'high',
          entropy: null,
          fingerprint: '477ef5058f0f',
        },
      ],
      counts: {
        secret: 0,
        pii: 1,
        canary: 0,
        encoded_blob: 0,
        exfil_channel: 0,
        internal_ref: 0,
        bulk_data: 0,
      },
      destination: {
        host: 'notes.corp-mail.io',
        allowed: null,
        kind: 'url',
        external: true,
      },
      decoded_layers: [],
      redacted: null,
      never_echo: true,
    },
  },
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
