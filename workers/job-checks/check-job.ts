import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'
import { Refusal } from '#shared/errors.ts'
import type { Unchecked } from '#shared/market/jobs/checks/take-unchecked.ts'
import type { CheckResult, JobCheck } from '#shared/market/jobs/job-check.ts'

import type { Scan } from '../vetting/vet-listing.ts'

export type CheckDeps = {
  catalog: ReadonlyMap<string, CatalogEntry>
  scan: Scan
  egress: Pick<EgressDoor, 'fetch'>
}

const MOST_DETAIL = 300
/** What a URL may send; its answer is looked at and not kept. */
const URL_LIMITS = { timeoutMs: 15_000, maxRedirects: 5, maxWireBytes: 65_536, maxBytes: 65_536 } as const

/**
 * Makes the checks of a brief (is "done" testable?) or of a delivery: a scan of its notes for prompt injection, and every
 * acceptance check of the job. A check that cannot be made says `error`, and nothing of the delivery.
 */
export async function checkJob(
  deps: CheckDeps,
  { brief, checks, delivery }: Pick<Unchecked, 'brief' | 'checks' | 'delivery'>,
): Promise<CheckResult[]> {
  if (delivery === null) {
    const { description, doneWhen, budgetCents } = brief
    const input = {
      brief: description,
      ...(doneWhen === null ? {} : { done_when: doneWhen }),
      budget_usdc: budgetCents / 100,
    }
    return [await guarded(deps, 'hire-done-when-lint', input)]
  }
  const text = [delivery.notes, delivery.result === null ? '' : JSON.stringify(delivery.result)].join('\n')
  const results = [await guarded(deps, 'prompt-injection-scan', { text, source: 'document' })]
  for (const [nth, check] of checks.entries()) results.push(await accepted(deps, check, { delivery, nth }))
  return results
}

type Delivered = { delivery: NonNullable<Unchecked['delivery']>; nth: number }

/** Runs one of our guards; its decision becomes the status. */
async function guarded(deps: CheckDeps, slug: string, input: Record<string, unknown>): Promise<CheckResult> {
  const ran = await run(deps, slug, input)
  if ('error' in ran) return { id: slug, status: 'error', detail: ran.error }
  const { decision, next_action: next } = ran.result
  const status =
    decision === 'block' || decision === 'fail' ? 'fail' : decision === 'allow' || decision === 'pass' ? 'pass' : 'warn'
  return { id: slug, status, detail: said(`${String(decision)}. ${typeof next === 'string' ? next : ''}`.trim()) }
}

/** Makes one acceptance check. */
async function accepted(deps: CheckDeps, check: JobCheck, { delivery, nth }: Delivered): Promise<CheckResult> {
  const id = `${nth}:${check.kind}`
  if (check.kind === 'url') return answered(deps, id, check.url ?? delivery.url)
  const isSchema = check.kind === 'json_schema'
  const slug = isSchema ? 'json-schema-validate' : check.slug
  const input = isSchema
    ? { schema: check.schema, data: delivery.result, all_errors: false }
    : { ...check.input, [check.delivered_as]: deliveredFor(deps, check, delivery) }
  const ran = await run(deps, slug, input)
  if ('error' in ran) return { id, status: 'error', detail: ran.error }
  if (isSchema && ran.result['schema_valid'] !== true)
    return { id, status: 'error', detail: 'The schema of the job cannot be used.' }
  const [field, wanted] = isSchema ? ['valid', true] : [check.field, check.equals]
  const value = Object.hasOwn(ran.result, field) ? ran.result[field] : undefined
  return {
    id,
    status: value === wanted ? 'pass' : 'fail',
    detail: said(`${slug}: ${field} is ${JSON.stringify(value) ?? 'missing'}, wanted ${JSON.stringify(wanted)}`),
  }
}

/** What was delivered, as the outcome takes it: the result or the notes, or the JSON text of a result where it takes text. */
function deliveredFor(
  { catalog }: CheckDeps,
  { slug, input, delivered_as: field }: Extract<JobCheck, { kind: 'outcome' }>,
  { result, notes }: Delivered['delivery'],
): unknown {
  const whole = result ?? notes
  const takes = catalog.get(slug)?.outcome.input.safeParse({ ...input, [field]: whole }).success === true
  return takes || typeof whole === 'string' ? whole : JSON.stringify(whole)
}

async function answered({ egress }: CheckDeps, id: string, url: string | null): Promise<CheckResult> {
  if (url === null) return { id, status: 'fail', detail: 'The delivery names no URL.' }
  try {
    const { status } = await egress.fetch(url, URL_LIMITS)
    return { id, status: status === 200 ? 'pass' : 'fail', detail: `The URL answered ${status}.` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { id, status: 'fail', detail: said(error.message) }
  }
}

/** Runs an outcome that reads nothing but its input, in a thread. */
async function run(
  { catalog, scan }: CheckDeps,
  slug: string,
  input: Record<string, unknown>,
): Promise<{ result: Record<string, unknown> } | { error: string }> {
  const parsed = catalog.get(slug)?.outcome.input.safeParse(input)
  if (parsed?.success !== true) return { error: `${slug} does not take this.` }
  // Safe: the input of an outcome is an object.
  const end = await scan(slug, parsed.data as Record<string, unknown>)
  if (end === null) return { error: `${slug} did not end in time.` }
  if ('refusal' in end) return { error: said(end.refusal.error) }
  // Safe: the result of an outcome is a JSON object.
  return { result: JSON.parse(end.result) as Record<string, unknown> }
}

const said = (text: string) => text.slice(0, MOST_DETAIL).toWellFormed()
