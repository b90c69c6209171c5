import { companyContext } from '#shared/engines/company/testing.ts'
import { fakeForge, goodFiles } from '#shared/engines/repo/testing.ts'
import type { OutcomeContext } from '#shared/outcomes/context.ts'
import type { Outcome } from '#shared/outcomes/define.ts'
import { repoSafety } from '#shared/outcomes/data/repo-safety.ts'
import { companyPeople } from '#shared/outcomes/intel/company-people.ts'
import { companyTeardown } from '#shared/outcomes/intel/company-teardown.ts'
import { competitorSnapshot } from '#shared/outcomes/intel/competitor-snapshot.ts'
import { hiringSignals } from '#shared/outcomes/intel/hiring-signals.ts'
import { leadBriefPlus } from '#shared/outcomes/intel/lead-brief-plus.ts'
import { leadBrief } from '#shared/outcomes/intel/lead-brief.ts'
import { fakeContext } from '#shared/outcomes/testing.ts'
import { leadResearch } from '#shared/outcomes/workflow/lead-research.ts'
import { repoDueDiligence } from '#shared/outcomes/workflow/repo-due-diligence.ts'

/**
 * What composites wait for: their wall time against the sum of their parts (aim: 0.6), with a site, outcomes and upstreams
 * that answer after fixed times. Prints a line each, and one line of JSON. `node test/bench/composites.ts`.
 */
const AIM = 0.6
const FETCH_MS = 150
const UPSTREAM_MS = 150
const PART_MS: Readonly<Record<string, number>> = {
  'rdap-whois': 400,
  'dns-records': 200,
  'tech-fingerprint': 600,
  'news-headlines': 700,
  'http-headers': 250,
  'web-search': 800,
  'email-verify-lite': 300,
}
const SOURCES = 120

const REPO = { repo_url: 'https://github.com/acme/widgets' }
const COMPANY = { domain: 'e.test' }
const ROWS: readonly (readonly [Outcome, Record<string, unknown>])[] = [
  [companyPeople, COMPANY],
  [hiringSignals, COMPANY],
  [leadBrief, COMPANY],
  [leadBriefPlus, COMPANY],
  [competitorSnapshot, COMPANY],
  [companyTeardown, COMPANY],
  [leadResearch, { ...COMPANY, email: 'ada.lovelace@e.test' }],
  [repoSafety, REPO],
  [repoDueDiligence, REPO],
]

const files = goodFiles()
for (let nth = 0; nth < SOURCES; nth += 1) files[`src/f${nth}.js`] = 'export const one = 1\n'.repeat(40)

const rows = []
for (const [outcome, input] of ROWS) {
  // Once without waiting: what is loaded is no part's time.
  await outcome.run(
    input,
    worldOf(input, () => Promise.resolve()),
  )
  let partsMs = 0
  const wait = (ms: number) => {
    partsMs += ms
    return new Promise<void>((done) => setTimeout(done, ms))
  }
  const began = performance.now()
  await outcome.run(input, worldOf(input, wait))
  const wallMs = Math.round(performance.now() - began)
  const ratio = Math.round((100 * wallMs) / partsMs) / 100
  rows.push({ slug: outcome.slug, wall_ms: wallMs, parts_ms: partsMs, ratio })
  process.stdout.write(`${outcome.slug.padEnd(22)} ${wallMs} ms of ${partsMs} ms: ${ratio}\n`)
}
process.stdout.write(
  `${JSON.stringify({ aim: AIM, over: rows.filter(({ ratio }) => ratio > AIM).map(({ slug }) => slug), rows })}\n`,
)

function worldOf(input: Record<string, unknown>, wait: (ms: number) => Promise<void>): OutcomeContext {
  const now = () => new Date()
  if ('repo_url' in input) {
    const forge = fakeForge({ files })
    const ctx = fakeContext({
      now,
      upstreams: { ask: async (questions, options) => wait(UPSTREAM_MS).then(() => forge.ask(questions, options)) },
    })
    return { ...ctx, call: (_, part) => repoSafety.run(part, ctx) }
  }
  const { ctx, egress } = companyContext()
  const { upstreams } = ctx
  return {
    ...ctx,
    now,
    egress: { vet: egress.vet, fetch: async (url, request) => wait(FETCH_MS).then(() => egress.fetch(url, request)) },
    call: async (slug, part, step) => wait(PART_MS[slug] ?? 0).then(() => ctx.call(slug, part, step)),
    upstreams: { ask: async (questions, options) => wait(UPSTREAM_MS).then(() => upstreams.ask(questions, options)) },
  }
}
