import type { Vetting, VettingCheck } from '#shared/market/vetting/vetting.ts'
import type { DueEndpoint } from '#shared/market/endpoints/probe-endpoint.ts'

import { type Scan, check } from './vet-listing.ts'

/**
 * Vets a seller's endpoint with our own outcomes: its texts, schemas and sample answer for prompt injection, and its
 * description and input schema as a tool that an agent would be given.
 */
export async function vetEndpoint(
  { title, description, inputSchema, outputSchema, outputExample }: DueEndpoint['texts'],
  { inThread, byEngine }: { inThread: Scan; byEngine: Scan },
): Promise<Pick<Vetting, 'verdict' | 'checks'>> {
  const text = [title, description, inputSchema, outputSchema, outputExample].filter(Boolean).join('\n\n')
  const injection = await check(inThread, 'prompt-injection-scan', { text, source: 'document' })
  const tool = await check(byEngine, 'mcp-server-audit', {
    tools: [{ name: 'call', description: `${title}. ${description}`, inputSchema: JSON.parse(inputSchema) }],
  })
  const checks: VettingCheck[] = [injection.check, tool.check]
  const has = (status: VettingCheck['status']) => checks.some((one) => one.status === status)
  return { verdict: has('fail') ? 'failed' : has('warn') ? 'warnings' : 'passed', checks }
}
