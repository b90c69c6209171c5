import { EXAMPLE_BRIEF } from '#shared/engines/company/report/example-brief.data.ts'
import type { Research } from './research-report.ts'

/** What a dossier looks like. */
export const EXAMPLE_RESEARCH: Research = {
  dossier_markdown:
    '# Acme\n\n## Company\n\n- It was founded in 1999. [1]\n\n## Sources\n\n[1] Acme — https://acme.com/',
  company: EXAMPLE_BRIEF.company,
  people: [],
  contact: null,
  signals: EXAMPLE_BRIEF.signals,
  hiring: null,
  technology: { technologies: [{ name: 'Nginx', categories: ['Web servers'], version: null }], hosting: null },
  competitors: [],
  website: {
    security_grade: 'B',
    ai_readiness: { llms_txt: false, structured_data_types: ['Organization'], score: 50 },
  },
  findings: [],
  fit: {
    score: 50,
    reasons: [{ text: '“steel”: Steel widgets made to last.', source_url: 'https://acme.com/' }],
    disqualifiers: [],
  },
  next_steps: [
    {
      action: 'Open with: I noticed that Acme has 12 open roles (engineering, sales).',
      why: 'growth that shows in open roles',
      based_on: ['s1'],
    },
  ],
  injection_flags: [],
  unknowns: ['company.legal_name: no page or record says it'],
  sources: EXAMPLE_BRIEF.sources,
  steps: EXAMPLE_BRIEF.steps,
  citation_check: { sentences: 1, cited: 1, quotes: 0, verified_quotes: 0 },
}
