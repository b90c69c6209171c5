import type { Outcome } from '#shared/outcomes/define.ts'

/** Most characters of an agent label that are kept. */
const MOST_CHARS = 128

/** The agent label that an input carries, for its caller's own figures. Null where `agent_id` names somebody else. */
export const agentLabel = ({ agentIdIs }: Outcome, { agent_id }: Record<string, unknown>): string | null =>
  typeof agent_id === 'string' && agent_id !== '' && agentIdIs === 'caller' ? agent_id.slice(0, MOST_CHARS) : null
