import { z } from 'zod'

import { type FieldError, Refusal, wrongFields } from '#shared/errors.ts'

import type { Bundle } from './bundles.ts'
import { type Outcome, PLAIN } from '../outcomes/define.ts'
import { madeOnce } from '../outcomes/lazy-schema.ts'

/** Slug prefix of bundles. After /api/v1/outcomes/ it is also the path where a bundle is sold. */
export const BUNDLE_PREFIX = 'bundles/'

const MOST_MS = 240_000
const MOST_BYTES = 8 * 1024 * 1024
/** Time added to the slowest member's limit, in which the bundle reads and stores its members' results. */
const OWN_MS = 2_000

/**
 * Returns a bundle as one outcome of the workflow pool. It takes `{inputs: {slug: body}}`, runs each member once as a
 * durable step, and returns their results by slug. When one member fails, the whole call fails with that member's
 * refusal, so nothing is charged and no result is returned. It always settles before its run.
 */
export function bundleOutcome(bundle: Bundle, members: readonly Outcome[]): Outcome {
  const { id, slugs, listCents, bundleCents } = bundle
  const bySlug = <Value>(value: (member: Outcome) => Value) =>
    Object.fromEntries(members.map((member) => [member.slug, value(member)]))
  const input = madeOnce(() =>
    z.object({ inputs: z.object(bySlug((member) => member.input)).describe('one body for each member, by slug') }),
  )
  const output = madeOnce(() =>
    z.object({
      bundle_id: z.literal(id),
      results: z.object(bySlug((member) => member.output)).describe('the result of each member, by slug'),
    }),
  )
  const example = madeOnce(() => ({
    input: { inputs: bySlug((member) => member.example.input) },
    output: { bundle_id: id, results: bySlug((member) => member.example.output) },
  }))
  return {
    slug: BUNDLE_PREFIX + id,
    title: titleOf(id),
    description:
      `${slugs.join(', ')}: all on one payment, ${bundleCents} cents` +
      `${bundleCents < listCents ? ` instead of ${listCents}` : ''}. When one of them fails, nothing is charged.`,
    cents: bundleCents,
    ...PLAIN,
    pool: 'router-workflow',
    timeoutMs: Math.min(MOST_MS, Math.max(...members.map(({ timeoutMs }) => timeoutMs)) + OWN_MS),
    maxBodyBytes: Math.min(
      MOST_BYTES,
      members.reduce((sum, { maxBodyBytes }) => sum + maxBodyBytes, 0),
    ),
    settle: 'before',
    stores: members.some(({ stores }) => stores),
    // The whole member, because secrets are encrypted by top-level member: `inputs` is secret if any member has a
    // secret.
    secrets: members.some(({ secrets }) => secrets.length > 0) ? ['inputs'] : [],
    answerSecrets: members.some(({ answerSecrets }) => answerSecrets.length > 0) ? ['results'] : [],
    decisions: null,
    needsUpstreams: [...new Set(members.flatMap(({ needsUpstreams }) => needsUpstreams))],
    models: [...new Set(members.flatMap(({ models }) => models))],
    withoutModel: members.some(({ models, withoutModel }) => models.length > 0 && withoutModel === 'never')
      ? 'never'
      : (parsed) => members.every((member) => answersWithoutModel(member, inputsOf(parsed)[member.slug] ?? {})),
    get input() {
      return input()
    },
    get output() {
      return output()
    },
    get example() {
      return example()
    },
    check: (parsed) => checkMembers(members, parsed),
    async run(raw, { call }) {
      input().parse(raw)
      // Members get the body the caller sent, so that an input_digest matches it.
      const inputs = inputsOf(raw)
      const results = new Map<string, unknown>()
      const runMember = async (slug: string) => {
        try {
          results.set(slug, await call(slug, inputs[slug]))
        } catch (error) {
          throw error instanceof Refusal ? ofMember(slug, error) : error
        }
      }
      const isLast = (slug: string) => bundle.last.includes(slug)
      await Promise.all(slugs.filter((slug) => !isLast(slug)).map(runMember))
      await Promise.all(slugs.filter(isLast).map(runMember))
      return output().parse({
        bundle_id: id,
        results: Object.fromEntries(slugs.map((slug) => [slug, results.get(slug)])),
      })
    },
  }
}

// Safe: only inputs accepted by the bundle's own schema get here.
const inputsOf = (parsed: unknown) => (parsed as { inputs: Record<string, Record<string, unknown>> }).inputs

const answersWithoutModel = ({ models, withoutModel }: Outcome, input: Record<string, unknown>) =>
  models.length === 0 || withoutModel === 'always' || (withoutModel !== 'never' && withoutModel(input))

function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Runs the cross-field rules of every member. Throws one Refusal with the wrong fields of all members. */
function checkMembers(members: readonly Outcome[], parsed: Record<string, unknown>): void {
  const inputs = inputsOf(parsed)
  const refusals = members.flatMap(({ slug, check }) => {
    try {
      check?.(inputs[slug] ?? {})
      return []
    } catch (error) {
      if (error instanceof Refusal) return [ofMember(slug, error)]
      throw error
    }
  })
  const [first] = refusals
  if (first === undefined) return
  const fields = refusals.flatMap(({ detail }) => (Array.isArray(detail.detail) ? detail.detail : []))
  if (fields.length < 2) throw first
  const total = refusals.reduce((sum, refusal) => sum + wrongFieldsOf(refusal), 0)
  const all = wrongFields(fields, total)
  throw new Refusal(first.code, all.message, { ...first.detail, ...all.detail })
}

/** Returns how many fields a refusal says are wrong, including those it does not list. */
function wrongFieldsOf({ detail: { detail, extra } }: Refusal): number {
  const total = extra?.['errors_total']
  if (typeof total === 'number') return total
  return Array.isArray(detail) ? detail.length : 0
}

/** Converts a member's refusal to the bundle's: it names the member, and paths start at the bundle's body. */
function ofMember(slug: string, { code, message, detail }: Refusal): Refusal {
  return new Refusal(code, `${slug}: ${message}`, {
    ...detail,
    ...(Array.isArray(detail.detail) ? { detail: detail.detail.map((field) => below(slug, field)) } : {}),
  })
}

const below = (slug: string, field: FieldError): FieldError =>
  field.loc[0] === 'body' ? { ...field, loc: ['body', 'inputs', slug, ...field.loc.slice(1)] } : field
