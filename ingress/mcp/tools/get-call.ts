import { z } from 'zod'

import { askRoute } from '../../surface/serve-routes.ts'
import { defineTool, routeAt } from '../tool.ts'

/** Reads a call that outlasted call_outcome. */
export const getCall = defineTool({
  name: 'get_call',
  title: 'Read a call',
  description: 'The state, steps and result of a call, for 24 hours. Free.',
  input: z.object({
    call_id: z.string().max(100),
    call_token: z.string().max(200).optional().describe('not needed with the key that paid'),
  }),
  output: {
    ok: { type: 'boolean' },
    status: { type: 'string', description: 'running, succeeded or failed' },
    result: {},
    error: { type: 'string' },
  },
  isReadOnly: true,
  limit: 'own',
  run: ({ call_id, call_token }, call) =>
    askRoute(call.ctx, routeAt(call, '/api/v1/calls/:call_id'), call.deps, {
      params: { call_id },
      headers: call_token === undefined ? {} : { 'x-call-token': call_token },
    }),
})
