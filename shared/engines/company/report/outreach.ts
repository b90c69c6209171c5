import { z } from 'zod'

import type { CompanyFacts } from '../collect-company.ts'
import type { Signal } from '../signals/find-signals.ts'

export const OutreachShape = z
  .object({ angle: z.string(), opener: z.string(), based_on: z.array(z.string()) })
  .nullable()
export type Outreach = z.output<typeof OutreachShape>

/** The signals that open a conversation, best first, and how. */
const ANGLES: readonly { kind: Signal['kind']; angle: string; opener: (name: string, text: string) => string }[] = [
  {
    kind: 'funding',
    angle: 'fresh money to spend',
    opener: (name, text) => `I saw the news about ${name}: “${text}”.`,
  },
  {
    kind: 'leadership',
    angle: 'a new leader sets new priorities',
    opener: (name, text) => `I read about the change at ${name}: “${text}”.`,
  },
  {
    kind: 'launch',
    angle: 'a launch that needs to succeed',
    opener: (name, text) => `Congratulations on “${text}”, ${name}.`,
  },
  {
    kind: 'hiring',
    angle: 'growth that shows in open roles',
    opener: (name, text) => `I noticed that ${name} has ${text}.`,
  },
  {
    kind: 'news',
    angle: 'attention in the press',
    opener: (name, text) => `I came across ${name} in the news: “${text}”.`,
  },
  { kind: 'tech', angle: 'the tools in use', opener: (name, text) => `I saw that ${name} ${text}.` },
]

/**
 * An angle and a first sentence from the strongest signal, else from the company's own description; null without both.
 */
export function outreachOf({ name, signals, company }: CompanyFacts): Outreach {
  for (const { kind, angle, opener } of ANGLES) {
    const signal = signals.find((one) => one.kind === kind)
    if (signal !== undefined) return { angle, opener: opener(name, signal.text), based_on: [signal.id] }
  }
  if (company.description === null) return null
  const { id, value } = company.description
  return {
    angle: 'what the company says of itself',
    opener: `${name} describes itself as “${value.slice(0, 160)}”.`,
    based_on: [id],
  }
}
