import { z } from 'zod'

import { functions, seniorities } from '../words/titles.rules.ts'

/** One person, as company-people and everything built on it answers with them. */
export const PersonShape = z.object({
  name: z.string(),
  title: z.string(),
  seniority: z.enum(seniorities),
  function: z.enum(functions),
  source_url: z.string(),
  quote: z.string(),
  links: z.array(z.string()),
  last_seen: z.string(),
})

export const EmailPatternShape = z.object({
  pattern: z.string(),
  evidence: z.array(z.string()).describe('addresses that the site publishes'),
  confidence: z.number(),
})
