import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'

import type { Reply } from '../http/route.ts'
import { serverInfo } from './server-info.ts'
import { toolResultText } from './tool-result.ts'
import type { UsualCall } from './usual-call.ts'

/** Writes the answers to tools/call, as JSON text, as the library would: clients of each era get its members. */
export function usualAnswers(baseUrl: string): (call: Pick<UsualCall, 'era' | 'id'>, reply: Reply) => string {
  const more = {
    '2026-07-28': { members: { resultType: 'complete' }, meta: { [SERVER_INFO_META_KEY]: serverInfo(baseUrl) } },
    before: { members: {}, meta: {} },
  }
  return ({ era, id }, reply) =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${toolResultText(reply, more[era])}}`
}
