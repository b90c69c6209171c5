import { AI_AGENTS, type AiPurpose } from './ai-agents.rules.ts'
import { type Robots, robotsVerdict } from '#shared/engines/site/files/robots.ts'

export type AiRule = {
  agent: string
  operator: string
  purpose: AiPurpose
  /** Whether it may fetch the start page. */
  allowed: boolean
  /** robots.txt has a group for it by name. */
  named: boolean
  rule: string | null
}

/** What robots.txt says to the agents of AI services about a path. */
export const aiRulesOf = (robots: Robots, path: string): AiRule[] =>
  AI_AGENTS.map(({ agent, operator, purpose }) => {
    const { allowed, by, rule } = robotsVerdict(robots, agent, path)
    return { agent, operator, purpose, allowed, named: by === 'own', rule }
  })
