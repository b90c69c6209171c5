import type { SiteFacts } from '../collect/collect-site.ts'
import { aiRulesOf } from '../files/ai-rules.ts'
import { pathOf } from '#shared/engines/site/same-site.ts'
import { hit, type Hit, keepHits, pageHit, pagesOf } from './hit.ts'
import { finalUrlOf } from './site-headers.ts'

/** How well agents can read the site and act on it. */
export function checkAiReadiness(facts: SiteFacts): Hit[] {
  return [...checkRules(facts), ...checkFiles(facts), ...checkReading(facts)]
}

function checkRules(facts: SiteFacts): Hit[] {
  const rules = facts.robots?.robots ?? null
  if (rules === null) return []
  const blocked = aiRulesOf(rules, pathOf(finalUrlOf(facts))).filter(({ allowed }) => !allowed)
  const named = (purposes: readonly string[]) =>
    blocked.filter(({ purpose }) => purposes.includes(purpose)).map(({ agent }) => agent)
  const answering = named(['search', 'user'])
  const training = named(['training'])
  return keepHits(
    answering.length > 0 && hit('ai_agents_blocked', `Kept out: ${answering.join(', ')}.`),
    training.length > 0 && hit('training_blocked', `Kept out: ${training.join(', ')}.`),
  )
}

function checkFiles({ llmsTxt, agentFiles, pages }: SiteFacts): Hit[] {
  const problems = llmsTxt?.file?.problems ?? []
  const hasInterface = agentFiles !== null && Object.values(agentFiles).some((file) => file !== null)
  return keepHits(
    llmsTxt !== null && llmsTxt.file === null && hit('llms_txt_missing', `Nothing at ${llmsTxt.url}.`),
    problems.length > 0 && hit('llms_txt_faulty', `${llmsTxt?.url}: ${problems.join('; ')}.`),
    agentFiles !== null &&
      !hasInterface &&
      hit('agent_interface_missing', 'No OpenAPI document, MCP card or x402 listing was found.'),
    pages.length > 0 &&
      pages.every(({ html }) => (html?.structured.types.length ?? 0) === 0) &&
      hit('machine_data_missing', `No schema.org data on ${pagesOf(pages.length)} read.`),
  )
}

function checkReading({ pages, markdown }: SiteFacts): Hit[] {
  const read = pages.flatMap((page) =>
    page.html === null || page.status !== 200 ? [] : [{ ...page, html: page.html }],
  )
  const empty = read.filter(({ html }) => html.words < 30 && html.resources.scripts > 0)
  const unmarked = read.filter(({ html }) => !html.hasMain || html.headings.length === 0)
  const orders = (markdown?.injection_flags ?? []).filter(({ severity }) => /high|critical/i.test(severity))
  return keepHits(
    pageHit(
      'needs_javascript',
      empty.map(({ finalUrl, html }) => ({ url: finalUrl, detail: `${html.words} words` })),
      read.length,
    ),
    pageHit(
      'structure_missing',
      unmarked.map(({ finalUrl }) => ({ url: finalUrl, detail: 'no main or no headings' })),
      read.length,
    ),
    orders.length > 0 &&
      hit(
        'hidden_instructions',
        orders
          .slice(0, 2)
          .map(({ rule, excerpt }) => `${rule}: "${excerpt.slice(0, 120)}"`)
          .join(' · '),
      ),
  )
}
