import type { Agent } from 'undici'

import type { SourceId } from '#shared/upstreams/registry.ts'

/** Connections one worker process keeps to one origin; further requests wait their turn, inside their deadline. */
const CONNECTIONS = 16
const CONNECT_MS = 2_500

/**
 * One connection pool per upstream, so that none can hold up another. undici is loaded with the first request.
 * Connections that stand idle are closed after seconds, so nothing has to be closed at the end.
 */
export class Agents {
  readonly #open = new Map<SourceId, Promise<Agent>>()

  async of(id: SourceId): Promise<Agent> {
    const agent = this.#open.get(id) ?? import('undici').then(({ Agent }) => newAgent(Agent))
    this.#open.set(id, agent)
    return agent
  }
}

const newAgent = (AgentClass: typeof Agent) =>
  new AgentClass({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 15_000,
    connect: { timeout: CONNECT_MS },
    // The deadline of each request is its signal; these two only free what a lost signal would leave.
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
