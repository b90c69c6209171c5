import { plainSchema } from '../call/challenge/plain-schema.ts'
import type { Tool } from './tool.ts'
import { balance } from './tools/balance.ts'
import { callOutcome } from './tools/call-outcome.ts'
import { describeOutcome } from './tools/describe-outcome.ts'
import { findOutcomes } from './tools/find-outcomes.ts'
import { getCall } from './tools/get-call.ts'
import { runGoalTool } from './tools/run-goal.ts'
import { searchListings } from './tools/search-listings.ts'

/** The tools of /mcp, in the order in which an agent needs them. All others are outcomes, called by call_outcome. */
const tools: readonly Tool[] = [
  findOutcomes,
  describeOutcome,
  callOutcome,
  runGoalTool,
  getCall,
  balance,
  searchListings,
]

export const toolNamed: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))

/** The answer to tools/list. It has no cursor: the list is short (test/house/mcp-tokens.test.ts counts it). */
export const toolList = {
  tools: tools.map(({ name, title, description, input, output, isReadOnly }) => ({
    name,
    title,
    description,
    inputSchema: { type: 'object' as const, ...plainSchema(input, 'input') },
    outputSchema: { type: 'object' as const, properties: { ...output } },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly },
  })),
}

/** What a model is told about this server as a whole. */
export const INSTRUCTIONS =
  'Farebox sells outcomes: small paid tools. find_outcomes, then describe_outcome, then call_outcome; or state a goal to run_goal. Calls cost cents, from a service key in the header X-Service-Key or Authorization: Bearer, or by x402 in _meta["x402/payment"]. Failures cost nothing.'
