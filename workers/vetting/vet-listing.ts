import { z } from 'zod'

import type { Unvetted } from '#shared/market/vetting/take-unvetted.ts'
import type { Vetting, VettingCheck } from '#shared/market/vetting/vetting.ts'

import type { RunEnd } from '../run-end.ts'

/** Runs one of our outcomes; null if the input exceeds its time or memory. */
export type Scan = (slug: string, input: Record<string, unknown>) => Promise<RunEnd | null>

/** The part of a guard's answer that is shown. */
const Guarded = z.object({
  decision: z.string(),
  reasons: z.array(z.object({ message: z.string() })),
  next_action: z.string(),
  risk_score: z.int(),
  ruleset: z.string(),
})
const Vetted = z.object({
  manifest: z.object({ allowed_tools: z.array(z.string()) }),
  capabilities: z.object({ observed: z.array(z.string()) }),
})
const MOST_PERMISSIONS = 50
const MOST_DETAIL = 300

/**
 * Vets a listing with our own outcomes: its texts for prompt injection, its content for what it would do, and its
 * permissions for how they could be abused.
 */
export async function vetListing(listing: Unvetted, scan: Scan): Promise<Vetting> {
  const { title, summary, description, content } = listing
  const text = [title, summary, description, content].filter(Boolean).join('\n\n')
  const injection = await check(scan, 'prompt-injection-scan', { text, source: 'document' })
  const skill =
    content === null
      ? skipped('skill-vet', 'Nothing that could be looked at is hosted here.')
      : await check(scan, 'skill-vet', { skill_md: asSkill(listing, content) })
  const vetted = Vetted.safeParse(skill.result)
  const tools = vetted.success ? [...vetted.data.manifest.allowed_tools, ...vetted.data.capabilities.observed] : []
  const permissions = [...new Set(tools)].slice(0, MOST_PERMISSIONS)
  const surface =
    permissions.length === 0
      ? skipped('capability-attack-surface-scan', 'It asks for no tools and no permissions.')
      : await check(scan, 'capability-attack-surface-scan', {
          capabilities: permissions.map((name) => ({ name: name.slice(0, MOST_DETAIL), kind: 'tool' })),
        })
  // Only a warning: tools that could be abused are not abuse. The user decides.
  const tempered = surface.check.status === 'fail' ? ({ ...surface.check, status: 'warn' } as const) : surface.check
  const checks = [injection.check, skill.check, tempered]
  const has = (status: VettingCheck['status']) => checks.some((one) => one.status === status)
  return { verdict: has('fail') ? 'failed' : has('warn') ? 'warnings' : 'passed', checks, permissions }
}

type Checked = { check: VettingCheck; result: unknown }

/** Makes one check with an outcome of ours. */
export async function check(scan: Scan, slug: string, input: Record<string, unknown>): Promise<Checked> {
  const end = await scan(slug, input)
  if (end === null) return notMade(slug, 'Its texts are too complex to be taken apart in time.')
  if ('refusal' in end) return notMade(slug, end.refusal.error)
  const result: unknown = JSON.parse(end.result)
  const { decision, reasons, next_action, risk_score, ruleset } = Guarded.parse(result)
  const status = decision === 'allow' ? 'pass' : decision === 'block' ? 'fail' : 'warn'
  // A pass has no reasons to show.
  const said = status === 'pass' ? next_action : (reasons[0]?.message ?? next_action)
  const detail = said.slice(0, MOST_DETAIL).toWellFormed()
  return { check: { id: slug, status, detail, risk_score, ruleset }, result }
}

/** A check that could not be completed counts as a warning. */
const notMade = (id: string, detail: string): Checked => ({
  check: { id, status: 'warn', detail, risk_score: null, ruleset: null },
  result: null,
})

const skipped = (id: string, detail: string): Checked => ({
  check: { id, status: 'skipped', detail, risk_score: null, ruleset: null },
  result: null,
})

/** Adds front matter from the listing's slug and summary to content that is not a skill. */
function asSkill({ listingKind: kind, slug, title, summary }: Unvetted, content: string): string {
  if (kind === 'skill' || content.startsWith('---\n')) return content
  const name = slug.slice(0, 64).replace(/-+$/, '')
  return `---\nname: ${name}\ndescription: ${JSON.stringify(summary ?? title)}\n---\n${content}`
}
