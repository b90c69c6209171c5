import type { Agent } from 'undici'

import type { SourceId } from '#shared/upstreams/registry.ts'

/** Connections per origin and worker process. Further requests queue within their deadline. */
const CONNECTIONS = 16
const CONNECT_MS = 2_500

/**
 * One connection pool per upstream, so that none delays another. undici is loaded with the first request. Idle
 * connections close after seconds, so nothing has to be closed at exit.
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
    // The signal of each request is its deadline. These limits only clean up after a lost signal.
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
