import { z } from 'zod'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource } from '#shared/outcomes/lib/data-source.ts'
import { dnsSource } from '#shared/outcomes/lib/dns-source.ts'
import example from './example.json' with { type: 'json' }

/** Syntax, lists and DNS; no server of the recipient's is ever asked. A wrong address is a result. */
export const emailVerifyLite = defineOutcome({
  slug: 'email-verify-lite',
  title: 'E-mail verify lite',
  description: 'Checks an e-mail address without sending: syntax, domain, MX, disposable, role, typo.',
  cents: 2,
  timeoutMs: 11_000,
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { email: 'email' },
    gives: { verdict: 'decision' },
    also: { 'mx.0': 'domain', canonical: 'email', did_you_mean: 'email' },
  },
  input: () => z.object({ email: z.string().min(1).max(320).describe('address') }),
  output: () =>
    z.object({
      source: DataSource.describe('the resolver; `embedded lists` where DNS was not asked or did not answer'),
      as_of: z.string().nullable().describe('when DNS answered, ISO 8601; null where it did not'),
      email: z.string().describe('normalised (domain lower case, IDN A-label)'),
      valid_syntax: z.boolean(),
      syntax_problem: z.string().nullable(),
      domain_exists: z.boolean().nullable(),
      accepts_mail: z.boolean().nullable(),
      mx: z.array(z.string()).describe('hosts by priority'),
      provider: z.string().nullable(),
      disposable: z.boolean(),
      free_mail: z.boolean(),
      role_account: z.boolean(),
      subaddress: z.string().nullable(),
      did_you_mean: z.string().nullable(),
      canonical: z.string().describe('provider rules applied, for de-duplication'),
      verdict: z.enum(['deliverable_likely', 'risky', 'undeliverable', 'unknown']),
      decision: z.enum(['allow', 'review', 'block']),
      reasons: z.array(
        z.object({ code: z.string(), severity: z.enum(['info', 'low', 'medium', 'high']), message: z.string() }),
      ),
      mailbox_checked: z.boolean().describe('always false: no SMTP probing'),
      lists: z.object({ disposable: z.string(), free_mail: z.string() }).describe('embedded data and its version'),
    }),
  example: exampleFrom(example),
  async run({ email }, { dns, signal }) {
    const [{ verifyEmail }, { DOMAIN_LISTS }] = await Promise.all([
      import('./verify-email.ts'),
      import('./domain-lists.ts'),
    ])
    const { answer, ...verified } = await verifyEmail(email, { dns, signal })
    return {
      source: answer === null ? EMBEDDED : { ...dnsSource(answer), embedded: false },
      as_of: answer?.retrievedAt ?? null,
      ...verified,
      mailbox_checked: false,
      lists: DOMAIN_LISTS,
    }
  },
})

/** An address that is none, or at a domain that nobody had to be asked about. */
const EMBEDDED = embeddedSource('embedded lists')
