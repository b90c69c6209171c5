import { fragment } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { AgentsDoor, LeaderboardRow } from '#shared/doors/agents.ts'

import type { StoreCall } from '../store-call.ts'
import { AgentOptOut } from './agent-opt-out.entity.ts'
import { Leaderboard } from './leaderboard.entity.ts'
import { readEvidence } from './read-evidence.ts'

/** Reputation and leaderboards of agents, the same for every caller, and the opt-out of the caller's own agents. */
export const agentsDoor = (call: StoreCall): AgentsDoor => ({
  evidence: async (agentId, asOf) =>
    (await readEvidence(call.db.pg, { agentIds: [agentId], asOf, since: null })).get(agentId) ?? [],
  async leaderboard({ metric, period, limit, agentId }) {
    const em = await call.db.em()
    const own = fragment`select ${ROW} from leaderboard_entry where metric = ${metric} and period = ${period}`
    const [rows, [self], board] = await Promise.all([
      // SQL: the rows of a leaderboard have no key, so they are no entities.
      em.execute<LeaderboardRow[]>(fragment`${own} order by rank, handle limit ${limit}::int`),
      // SQL: the rows of a leaderboard have no key, so they are no entities.
      em.execute<LeaderboardRow[]>(
        fragment`${own} and (agent_id = ${agentId} or handle = ${agentId}) order by rank limit 1`,
      ),
      em.findOne(Leaderboard, { metric, period }),
    ])
    return {
      rows,
      self: self ?? null,
      total: board?.total ?? 0,
      from: board?.fromAt?.toISOString() ?? null,
      takenAt: board?.takenAt.toISOString() ?? null,
    }
  },
  async optOut(agentId, out) {
    const { owner, credential } = await call.caller()
    if (credential === 'trial') throw new Refusal('forbidden', 'Agents of trial keys are on no leaderboard.')
    const em = await call.db.em()
    if (out) await em.upsert(AgentOptOut, { owner, agentId }, { onConflictAction: 'ignore' })
    else await em.nativeDelete(AgentOptOut, { owner, agentId })
  },
})

const ROW = fragment`rank, agent_id, handle, value, n, change_rank`
