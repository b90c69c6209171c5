import { z } from 'zod'

import { boundedRecord } from '#shared/lib/bounded-record.ts'

import { CATEGORIES } from '../listings/listing-options.rules.ts'
import { Tag } from '../listings/listing-fields.ts'
import { plainText, SolanaWallet } from '../users/account-fields.ts'

/** What one call costs at least and at most, in cents. */
export const ENDPOINT_CENTS = { min: 50, max: 100_000 } as const
/** How long a seller may take to answer, in seconds. */
export const ENDPOINT_SECONDS = { min: 1, max: 60, usual: 30 } as const

const line = (least: number, most: number) =>
  plainText(most)
    .refine((text) => !text.includes('\n') && !text.includes('\t'), { message: 'this has more than one line' })
    .refine((text) => text.length >= least, { message: `at least ${least} characters` })

/** Names of headers that the request itself, our signature or a proxy needs. */
const NOT_FOR_AUTH =
  /^(?:host|connection|content-.*|transfer-encoding|keep-alive|te|trailer|upgrade|expect|accept.*|user-agent|cookie2?|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*|x-request-id|x-payer|x-farebox-.*|webhook-.*)$/i

const AuthHeader = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_|~-]{1,100}$/, { message: 'this is no name of a header' })
    .refine((name) => !NOT_FOR_AUTH.test(name), { message: 'this header has another purpose' }),
  value: z
    .string()
    .min(1)
    .max(2_000)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, { message: 'visible ASCII alone' }),
})

const json = boundedRecord(z.string().max(200), z.unknown(), 1_000)
// Safe: the list is not empty.
const Category = z.enum(CATEGORIES.map(({ id }) => id) as [(typeof CATEGORIES)[number]['id']])

/** An https address without user name. An http one passes here for hosts that EGRESS_ALLOW names; the verb decides. */
const TargetUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => (URL.parse(text)?.username ?? '') === '' && (URL.parse(text)?.password ?? '') === '', {
    message: 'no user name in a URL',
  })

const fields = {
  title: line(3, 120).describe('one line'),
  description: line(20, 500).describe('what a call does and answers, one line'),
  target_url: TargetUrl.describe('https; a public address, no redirects; it gets a POST of JSON'),
  price_cents: z
    .int()
    .min(ENDPOINT_CENTS.min)
    .max(ENDPOINT_CENTS.max)
    .describe(`per call, at least ${ENDPOINT_CENTS.min}`),
  input_schema: json.describe('JSON Schema of the body, any draft from 4 to 2020-12, without remote references'),
  input_example: json.describe('a body that keeps input_schema; test calls send it'),
  output_schema: json.describe('JSON Schema that every answer has to keep'),
  output_example: z.unknown().describe('an answer; without output_schema it stands for a schema of its types'),
  timeout_s: z.int().min(ENDPOINT_SECONDS.min).max(ENDPOINT_SECONDS.max).describe('how long you may take to answer'),
  auth_header: AuthHeader.describe('sent with every request, kept encrypted and never shown'),
  category: Category,
  tags: z
    .array(Tag)
    .max(10)
    .transform((list) => [...new Set(list)]),
}

/** The body that publishes an endpoint. */
export const NewEndpoint = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, { message: 'lower case letters, digits and hyphens, 3 to 63' })
    .describe('part of its path; never given to another endpoint'),
  ...fields,
  method: z.literal('POST').default('POST'),
  output_schema: fields.output_schema.optional(),
  output_example: fields.output_example.optional(),
  timeout_s: fields.timeout_s.default(ENDPOINT_SECONDS.usual),
  auth_header: fields.auth_header.nullish(),
  category: fields.category.default('other'),
  tags: fields.tags.default([]),
  solana_wallet: SolanaWallet.describe('the proved wallet of your account, which is paid'),
  content_policy_accepted: z.literal(true),
})
export type NewEndpoint = z.output<typeof NewEndpoint>

/** The body that changes an endpoint; `auth_header: null` takes the header away. */
export const EndpointPatch = z.strictObject({
  title: fields.title.optional(),
  description: fields.description.optional(),
  target_url: fields.target_url.optional(),
  price_cents: fields.price_cents.optional(),
  input_schema: fields.input_schema.optional(),
  input_example: fields.input_example.optional(),
  output_schema: fields.output_schema.optional(),
  output_example: fields.output_example.optional(),
  timeout_s: fields.timeout_s.optional(),
  auth_header: fields.auth_header.nullish(),
  category: fields.category.optional(),
  tags: fields.tags.optional(),
})
export type EndpointPatch = z.output<typeof EndpointPatch>
