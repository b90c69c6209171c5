import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { collectCompany, type CompanyFacts, type CompanyWish } from '#shared/engines/company/collect-company.ts'
import { readCompanyDomain } from '#shared/engines/company/company-domain.ts'
import { numberSources, type SourceRow } from '#shared/engines/company/report/sources.ts'
import { buildRow, emptyRow, type Row, unknownFields } from './build-row.ts'
import { compareRows } from './compare-rows.ts'
import type { Competitor } from '#shared/engines/company/competitors/competitor.ts'
import type { Snapshot } from './snapshot-report.ts'

const MOST_FOUND = 3
const SUBJECT_MS = 20_000
const RIVAL_MS = 16_000
const PLAN: Pick<CompanyWish, 'kinds' | 'most' | 'parts' | 'durable'> = {
  kinds: ['pricing', 'about', 'product'],
  most: 5,
  parts: ['tech', 'whois', 'news'],
  durable: false,
}

/** Reads a company and its competitors side by side. Throws where the company itself cannot be read. */
export async function takeSnapshot(
  { domain, competitors }: { domain: string; competitors: readonly string[] | undefined },
  ctx: OutcomeContext,
): Promise<{ snapshot: Snapshot; facts: CompanyFacts }> {
  const given =
    competitors === undefined || competitors.length === 0
      ? null
      : [...new Set(competitors.map((one) => readCompanyDomain(one) ?? one))]
  const subject = collectCompany(
    { ...PLAN, domain, budgetMs: SUBJECT_MS, competitors: given === null ? MOST_FOUND : 0 },
    ctx,
  )
  const rivals = given === null ? null : Promise.all(given.map((one) => readRival(one, domain, ctx)))
  rivals?.catch(() => undefined)
  const facts = await subject
  const found = facts.competitors
  const others =
    rivals === null
      ? await Promise.all((found?.competitors ?? []).map((one) => readRival(one.domain, domain, ctx)))
      : await rivals
  const rows = [buildRow(facts), ...others.map(({ row }) => row)]
  const all = [facts, ...others.flatMap((one) => one.facts ?? [])]
  const unknowns = rows.map((row) => ({
    domain: row.domain,
    fields: row.status === 'read' ? unknownFields(row) : [row.status],
  }))
  const undiscovered =
    found !== null && found.competitors.length === 0
      ? [
          {
            domain,
            fields: [
              found.asked
                ? 'competitors: no name stands next to it on two independent pages'
                : 'competitors: the search did not answer',
            ],
          },
        ]
      : []
  return {
    facts,
    snapshot: {
      rows,
      ...compareRows(rows),
      discovered: given === null,
      discovery_evidence: (found?.competitors ?? []).map(({ domain: host, why, source_url }: Competitor) => ({
        domain: host,
        why,
        source_url,
      })),
      unknowns: [...unknowns, ...undiscovered],
      sources: merged(all),
      steps: all.flatMap(({ caller }) => caller.book.lines),
    },
  }
}

async function readRival(
  rival: string,
  subject: string,
  ctx: OutcomeContext,
): Promise<{ row: Row; facts: CompanyFacts | null }> {
  if (rival === subject) return { row: emptyRow(rival, 'same_as_subject'), facts: null }
  try {
    const facts = await collectCompany({ ...PLAN, domain: rival, budgetMs: RIVAL_MS, label: rival }, ctx)
    return { row: buildRow(facts), facts }
  } catch (error) {
    if (error instanceof Refusal) return { row: emptyRow(rival, 'unreachable'), facts: null }
    throw error
  }
}

function merged(all: readonly CompanyFacts[]): SourceRow[] {
  const rows = all.flatMap((facts) => numberSources(facts))
  return [...new Map(rows.map((row) => [row.url, row])).values()].map((row, place) => ({ ...row, n: place + 1 }))
}
