import { z } from 'zod'

import type { IngressDeps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { DISCOVERY_TAG } from '../openapi/route-operation.ts'
import { sendDocument } from '../text-document.ts'
import { agentDocuments } from './agent-documents.ts'

const object = z.looseObject({})

/** Routes of the documents by which agents and their hosts find this service. */
export function agentRoutes(deps: Pick<IngressDeps, 'config' | 'catalog'>): readonly Route[] {
  // Made with the first request for one of them.
  let made: ReturnType<typeof agentDocuments> | undefined
  const get = (
    path: string,
    summary: string,
    name: keyof ReturnType<typeof agentDocuments>,
    answer: Pick<Route, 'reply'> | Pick<Route, 'type'>,
  ) =>
    route({
      method: 'GET',
      path,
      summary,
      tag: DISCOVERY_TAG,
      credential: 'none',
      limit: 'discovery',
      ...answer,
      handle: (request) => sendDocument(request, (made ??= agentDocuments(deps))[name]),
    })
  return [
    get('/mcp/server-card', 'The MCP server card (SEP-2127)', 'serverCard', {
      type: 'application/mcp-server-card+json',
    }),
    get('/server.json', 'What the MCP registry publishes of this server', 'serverJson', { reply: object }),
    get('/.well-known/ai-catalog.json', 'What is here for agents (AI Catalog)', 'aiCatalog', {
      type: 'application/ai-catalog+json',
    }),
    get('/.well-known/agent-card.json', 'The agent card (A2A 1.0)', 'agentCard', { type: 'application/a2a+json' }),
    get('/skill.md', 'How an agent uses this service, as a skill', 'skill', { type: 'text/markdown; charset=utf-8' }),
  ]
}
