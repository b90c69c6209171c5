import { z } from 'zod'

import { askRoute } from '../../surface/serve-routes.ts'
import { defineTool, routeAt } from '../tool.ts'

/** Reads the balance of the key, or the state of the pass, that the request's headers hold. */
export const balance = defineTool({
  name: 'balance',
  title: 'Balance',
  description: 'What your service key (header X-Service-Key) or pass (X-Day-Pass) has left. Free.',
  input: z.object({}),
  output: { ok: { type: 'boolean' }, balance_cents: { type: 'number' }, error: { type: 'string' } },
  isReadOnly: true,
  limit: 'own',
  run: (_, call) => askRoute(call.ctx, routeAt(call, '/api/v1/outcomes/balance/status'), call.deps, {}),
})
