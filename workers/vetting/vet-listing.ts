import { z } from 'zod'

import type { Unvetted } from '#shared/market/vetting/take-unvetted.ts'
import type { Vetting, VettingCheck } from '#shared/market/vetting/vetting.ts'

import type { RunEnd } from '../run-end.ts'

/** Asks one of our outcomes; null where the texts kept it busy for too long. */
export type Scan = (slug: string, input: Record<string, unknown>) => Promise<RunEnd | null>

/** What every guard answers with, as far as it is shown. */
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
 * Looks a listing over as anybody could with our own outcomes: its texts for instructions aimed at the model that reads
 * them, what it delivers for what it would do, and what it may do for the harm a stranger's text could make of that.
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
  // Tools that could be misused together are no misuse: whoever installs it decides.
  const tempered = surface.check.status === 'fail' ? ({ ...surface.check, status: 'warn' } as const) : surface.check
  const checks = [injection.check, skill.check, tempered]
  const has = (status: VettingCheck['status']) => checks.some((one) => one.status === status)
  return { verdict: has('fail') ? 'failed' : has('warn') ? 'warnings' : 'passed', checks, permissions }
}

type Checked = { check: VettingCheck; result: unknown }

async function check(scan: Scan, slug: string, input: Record<string, unknown>): Promise<Checked> {
  const end = await scan(slug, input)
  if (end === null) return notMade(slug, 'Its texts are too complex to be taken apart in time.')
  if ('refusal' in end) return notMade(slug, end.refusal.error)
  const result: unknown = JSON.parse(end.result)
  const { decision, reasons, next_action, risk_score, ruleset } = Guarded.parse(result)
  const status = decision === 'allow' ? 'pass' : decision === 'block' ? 'fail' : 'warn'
  // What is let pass has no reasons worth telling.
  const said = status === 'pass' ? next_action : (reasons[0]?.message ?? next_action)
  const detail = said.slice(0, MOST_DETAIL).toWellFormed()
  return { check: { id: slug, status, detail, risk_score, ruleset }, result }
}

/** What nobody could look at is nothing to rely on. */
const notMade = (id: string, detail: string): Checked => ({
  check: { id, status: 'warn', detail, risk_score: null, ruleset: null },
  result: null,
})

const skipped = (id: string, detail: string): Checked => ({
  check: { id, status: 'skipped', detail, risk_score: null, ruleset: null },
  result: null,
})

/** What is no skill has no front matter to be judged by, so it gets its own name and summary as one. */
function asSkill({ listing_kind: kind, slug, title, summary }: Unvetted, content: string): string {
  if (kind === 'skill' || content.startsWith('---\n')) return content
  const name = slug.slice(0, 64).replace(/-+$/, '')
  return `---\nname: ${name}\ndescription: ${JSON.stringify(summary ?? title)}\n---\n${content}`
}
