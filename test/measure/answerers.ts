import { isDeepStrictEqual } from 'node:util'

import { detectDialect } from '#shared/outcomes/builder/csv-clean/detect-dialect.ts'
import { readRecords } from '#shared/outcomes/builder/csv-clean/read-records.ts'
import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import type { Row } from './corpus.ts'

/** What an outcome made of a row that has one right answer; `undecided` where it says that it cannot tell. */
export type Answered = 'right' | 'wrong' | 'undecided'

export type Answerer = {
  corpus: string
  outcome: string
  /** How rows are told apart in the table; null for rows that ask for something the outcome does not offer. */
  kind: (row: Row) => string | null
  answer: (row: Row) => Promise<Answered>
}

type Json = Record<string, unknown>

/** The result of an outcome; null where it refuses. */
async function ask(slug: string, input: Json): Promise<Json | null> {
  const outcome = catalog.get(slug)?.outcome
  if (outcome === undefined) throw new Error(`no outcome is called ${slug}`)
  const parsed = outcome.input.safeParse(input)
  if (!parsed.success) return null
  try {
    outcome.check?.(parsed.data)
    return Object(await outcome.run(input, fakeContext()))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const right = (isRight: boolean): Answered => (isRight ? 'right' : 'wrong')

export const answerers: readonly Answerer[] = [
  {
    corpus: 'json-repair',
    outcome: 'json-repair',
    kind: ({ label }) => label,
    async answer({ input, label, expected }) {
      const result = await ask('json-repair', { text: input['text'] })
      if (label === 'error') return right(result === null)
      if (label === 'broken') return right(result === null || result['was_valid'] === false)
      if (result === null) return 'wrong'
      return right(
        (label !== 'valid' || result['was_valid'] === true) && isDeepStrictEqual(result['value'], expected?.['value']),
      )
    },
  },
  {
    corpus: 'json-schema-validate',
    outcome: 'json-schema-validate',
    kind: ({ input, label }) =>
      `${text(input['draft'])}${input['assert_format'] === true ? ', formats' : ''}: ${label}`,
    async answer({ input, label }) {
      const draft = input['draft'] === '7' ? 'draft-07' : input['draft']
      const result = await ask('json-schema-validate', {
        ...input,
        draft,
        assert_format: input['assert_format'] ?? false,
      })
      return right(result !== null && result['valid'] === (label === 'valid'))
    },
  },
  {
    corpus: 'json-schema-diff',
    outcome: 'json-schema-diff',
    kind: ({ label, source }) => `${source.split(':')[0] ?? ''}: ${label}`,
    async answer({ input, label }) {
      const result = await ask('json-schema-diff', input)
      if (result === null) return 'wrong'
      return result['decision'] === 'review'
        ? 'undecided'
        : right((result['decision'] === 'allow') === (label === 'compatible'))
    },
  },
  {
    corpus: 'csv',
    outcome: 'csv-clean (reading)',
    kind: ({ input, label }) => {
      const options: Json = Object(input['options'])
      const delimiter = options['delimiter'] ?? ','
      const isOffered = Object.keys(options).every((name) => name === 'delimiter')
      return isOffered && typeof delimiter === 'string' && /^[^\r\n]$/.test(delimiter)
        ? (label.split(':')[0] ?? label)
        : null
    },
    async answer({ input, expected }) {
      const csv = text(input['csv'])
      const wanted = Object(input['options'])['delimiter']
      const dialect = detectDialect(csv, typeof wanted === 'string' && wanted.length === 1 ? wanted : null)
      if (expected?.['delimiter'] !== undefined) return right(dialect.delimiter === expected['delimiter'])
      const rows = readRecords(csv, dialect).map(({ cells }) => cells)
      if (expected?.['rows'] !== undefined) return right(isDeepStrictEqual(rows, expected['rows']))
      const [names = [], ...rest] = rows
      const records = rest.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
      return right(isDeepStrictEqual(records, expected?.['records']))
    },
  },
  {
    corpus: 'email',
    outcome: 'email-json',
    kind: ({ note }) => ((note ?? '').startsWith('all') ? 'all fields agreed' : 'some fields agreed'),
    async answer({ input, expected = {} }) {
      const result = await ask('email-json', { message: input['message'], encoding: input['encoding'] ?? 'raw' })
      if (result === null) return 'wrong'
      const seen: Json = { ...result, from: [result['from']], attachments: [result['attachments']].flat().length }
      return right(
        Object.keys(expected).every((name) => isDeepStrictEqual(plainField(seen[name]), plainField(expected[name]))),
      )
    },
  },
  {
    corpus: 'webhook-signatures',
    outcome: 'webhook-normalize, hmac-verify',
    kind: ({ input, label }) => `${text(input['provider'])}: ${label}`,
    async answer({ input, label }) {
      const { provider, headers, payload, secret, now, url } = input
      const raw = /^raw-(sha\d+)$/.exec(text(provider))?.[1]
      // SendGrid is recognised by its headers; it is no provider of its own.
      const from = provider === 'sendgrid' ? 'auto' : provider
      const sentAt = Number(Object(headers)['X-Twilio-Email-Event-Webhook-Timestamp'])
      const at = now ?? (Number.isFinite(sentAt) ? new Date(sentAt * 1_000).toISOString() : undefined)
      const signature = text(Object.values(Object(headers))[0])
      const result =
        raw === undefined
          ? await ask('webhook-normalize', {
              provider: from,
              headers,
              payload,
              secret,
              ...(at === undefined ? {} : { now: at }),
              ...(url === undefined ? {} : { url }),
            })
          : await ask('hmac-verify', { payload, secret, signature, scheme: 'raw', algorithm: raw })
      const isValid = raw === undefined ? Object(result?.['signature'])['valid'] : result?.['valid']
      return right((isValid === true) === (label === 'valid'))
    },
  },
  {
    corpus: 'webhook-payloads',
    outcome: 'webhook-normalize',
    kind: () => 'github events',
    async answer({ input, label }) {
      const result = await ask('webhook-normalize', input)
      const event = Object(result?.['event'])
      const wanted = label.replace(/^github:/, '')
      return right(
        result?.['provider'] === 'github' && [wanted, wanted.split('.')[0]].includes(text(event['provider_type'])),
      )
    },
  },
  {
    corpus: 'regex-test',
    outcome: 'regex-test',
    kind: ({ input, label }) => (input['pattern'] === '' ? null : label),
    async answer({ input, expected }) {
      const { pattern, text: subject, flags } = input
      const result = await ask('regex-test', { pattern, text: subject, flags: text(flags).replace(/[gu]/g, '') })
      const matches = Array.isArray(result?.['matches']) ? result['matches'] : []
      return right(
        isDeepStrictEqual(
          matches.map(({ start, end }) => [start, end]),
          expected?.['spans'],
        ),
      )
    },
  },
  {
    corpus: 'x402',
    outcome: 'payment-required-lint, facilitator-payload-lint',
    kind: ({ input, label }) =>
      lintOf(input) === null
        ? null
        : `${text(input['kind'])}${typeof input['x402_version'] === 'number' ? ` v${input['x402_version']}` : ''}: ${label}`,
    async answer({ input, label }) {
      const asked = lintOf(input)
      if (asked === null) return 'undecided'
      const result = await ask(asked.slug, asked.body)
      return right((result !== null && result['valid'] === true) === (label === 'valid'))
    },
  },
]

/** A field of a mail without what parsers write in their own way: case of addresses, empty for absent, names without one. */
function plainField(value: unknown): unknown {
  if (value === null || value === '') return null
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).getTime() : value
  if (!Array.isArray(value)) return value
  return value
    .filter((one) => Object(one).address !== null)
    .map((one) => ({ ...Object(one), address: text(Object(one).address).toLowerCase() }))
}

/** The lint that judges an object of this kind; requirements alone stand in a 402 of their own version. */
function lintOf({ kind, value, x402_version: version }: Json): { slug: string; body: Json } | null {
  if (kind === 'payment_required') return { slug: 'payment-required-lint', body: { body: value } }
  if (kind === 'payment_payload' || kind === 'verify_request')
    return { slug: 'facilitator-payload-lint', body: { payment_payload: value, facilitator: 'self' } }
  if (kind !== 'payment_requirements') return null
  const isFirst = version === 1 || 'maxAmountRequired' in Object(value)
  const resource = isFirst ? {} : { resource: { url: 'https://api.example.com/thing' } }
  return {
    slug: 'payment-required-lint',
    body: { body: { x402Version: isFirst ? 1 : 2, error: 'Payment required', ...resource, accepts: [value] } },
  }
}
