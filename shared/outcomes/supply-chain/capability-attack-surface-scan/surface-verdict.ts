import { z } from 'zod'

import { severities, verdictFields } from '#shared/engines/guard/verdict.ts'
import type { CapabilityInput, ControlKind } from './read-capability.ts'

const attackPath = z.object({
  id: z.string(),
  entry: z.string(),
  via: z.array(z.string()).describe('amplifiers between entry and asset'),
  asset: z.string(),
  sink: z.string(),
  steps: z.array(z.string()).describe('capabilities from entry to sink, each once'),
  severity: z.enum(severities),
  likelihood: z.number().min(0).max(1),
  controls_on_path: z.array(z.string()),
  owasp_asi: z.string().nullable().describe('OWASP Top 10 for agentic applications'),
})
export type AttackPath = z.output<typeof attackPath>

/** The answer of the capability attack-surface scan. */
export const surfaceVerdict = z.object({
  ...verdictFields,
  surface: z.object({
    entry_points: z.array(z.string()).describe('where a stranger’s text comes in'),
    sensitive_sources: z.array(z.string()),
    sinks: z.array(z.string()).describe('where data leaves or what cannot be undone'),
    privileged_actions: z.array(z.string()),
    counts: z.object({
      capabilities: z.int(),
      entry_points: z.int(),
      sensitive_sources: z.int(),
      sinks: z.int(),
      amplifiers: z.int(),
      paths: z.int(),
    }),
  }),
  attack_paths: z.array(attackPath).describe('worst first, at most 50'),
  lethal_trifecta: z.object({
    present: z.boolean(),
    private_data: z.array(z.string()),
    untrusted_content: z.array(z.string()),
    external_comms: z.array(z.string()),
  }),
  choke_points: z.array(z.object({ capability: z.string(), paths_cut: z.int(), suggested_control: z.string() })),
  min_cut: z.array(z.string()).describe('smallest set of capabilities whose gating removes all critical paths'),
  score: z.int().min(0).max(100).describe('exposure'),
  unmodelled: z.array(z.string()).describe('capabilities that could not be classified'),
})
export type SurfaceVerdict = z.output<typeof surfaceVerdict>

export type SurfaceInput = {
  capabilities: readonly CapabilityInput[]
  flows?: readonly { from: string; to: string }[] | undefined
  controls?: readonly { on: string; kind: ControlKind }[] | undefined
  assets?: readonly string[] | undefined
  environment?: 'production' | 'staging' | 'dev' | undefined
}
