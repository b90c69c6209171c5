import { expect, test } from 'vitest'

import { companyContext, companyParts } from '#test/support/fakes/fake-company.ts'
import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { leadResearch } from './outcome.ts'

type Given = Parameters<typeof companyContext>[0]
type Answer = {
  dossier_markdown: string
  citation_check: { sentences: number; cited: number; quotes: number; verified_quotes: number }
  unknowns: string[]
  sources: { n: number; url: string }[]
  steps: { step: string; status: string }[]
  contact: { domain_matches: boolean; verdict: string | null } | null
  findings: { code: string }[]
  fit: { score: number } | null
  next_steps: { action: string; based_on: string[] }[]
  company: Record<string, { value: unknown } | null>
  people: unknown[]
  website: { security_grade: string | null; ai_readiness: { llms_txt: boolean | null } | null }
}

const look = async (given: Given = {}, input: Record<string, unknown> = {}) =>
  // Safe: what was parsed by the outcome's own output schema.
  (await leadResearch.run({ domain: 'e.test', ...input }, companyContext(given).ctx)) as Answer

test('lead-research: bad input is 422', () => {
  expect(leadResearch.input.safeParse({}).success).toBe(false)
  expect(() => leadResearch.check?.({ domain: '10.0.0.1' })).toThrow(Refusal)
  expect(() => leadResearch.check?.({ domain: 'e.test', email: 'none' })).toThrow(Refusal)
})

test('lead-research: a dossier in which every sentence is cited, and every quote stands on its page', async () => {
  const answer = await look({}, { email: 'ada.lovelace@e.test', purpose: 'steel bridges' })
  const { sentences, cited, quotes, verified_quotes: verified } = answer.citation_check
  expect(sentences).toBeGreaterThan(12)
  expect(cited).toBe(sentences)
  expect(quotes).toBeGreaterThan(2)
  expect(verified).toBe(quotes)
  const numbers = new Set(answer.sources.map(({ n }) => n))
  const lines = answer.dossier_markdown.split('\n').filter((line) => line.startsWith('- '))
  expect(lines).toHaveLength(sentences)
  for (const line of lines) expect(numbers.has(Number(/\[(\d+)\]$/.exec(line)?.[1]))).toBe(true)
  expect(answer.dossier_markdown).toContain('- It was founded in 1999. [1]')
  expect(answer).toMatchObject({
    contact: { domain_matches: true, verdict: 'deliverable_likely' },
    findings: [],
    fit: { score: 100 },
    website: { security_grade: 'B', ai_readiness: { llms_txt: false } },
  })
  expect(answer.next_steps.every(({ based_on: on }) => on.length > 0)).toBe(true)
})

test('lead-research: with the news down the rest is delivered, and unknowns has news', async () => {
  const answer = await look({
    parts: { ...companyParts(), 'news-headlines': new Refusal('upstream_unavailable', 'no') },
  })
  expect(answer.unknowns).toContain('news: its sources did not answer')
  expect(answer.company['founded']?.value).toBe(1999)
  expect(answer.steps.find(({ step }) => step === 'news-headlines')?.status).toBe('failed')
})

test('lead-research: an address of another domain is a finding, not an error', async () => {
  const answer = await look({}, { email: 'bob@other.example' })
  expect(answer.findings.map(({ code }) => code)).toContain('email_other_domain')
})

test('lead-research: a domain that is dead ends the call, uncharged', async () => {
  await expect(look({ isDown: true })).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('lead-research: foreign words cannot open markdown of their own', async () => {
  const parts = companyParts()
  const headlines = [
    {
      title: 'Acme [click](http://evil.example) <img src=x>',
      url: 'https://news.example/x',
      publisher: null,
      published_at: null,
    },
  ]
  const answer = await look({
    parts: { ...parts, 'news-headlines': { ...(parts['news-headlines'] as object), headlines } },
  })
  expect(answer.dossier_markdown).not.toMatch(/\[click\]|<img/)
})

test('lead-research: resumed, it asks nothing of the site that a finished step has', async () => {
  const stored = new Map<string, unknown>()
  const dying =
    (after: number): OutcomeContext['step'] =>
    async (name, work) => {
      if (stored.has(name)) return structuredClone(stored.get(name)) as never
      if (stored.size >= after) throw new Error('killed')
      const answer = await work()
      stored.set(name, JSON.parse(JSON.stringify(answer)))
      return answer
    }
  const { ctx, egress } = companyContext()
  await expect(leadResearch.run({ domain: 'e.test' }, { ...ctx, step: dying(6) })).rejects.toThrow('killed')
  const before = [...egress.asked]
  expect(before).toContain('https://e.test/')
  await leadResearch.run({ domain: 'e.test' }, { ...ctx, step: dying(Number.POSITIVE_INFINITY) })
  const finished = [...stored.keys()].slice(0, 6)
  const again = egress.asked.slice(before.length)
  expect(again).not.toContain('https://e.test/')
  for (const name of finished.filter((step) => step.startsWith('page ')))
    expect(again).not.toContain(`https://e.test${name.slice(5)}`)
})
