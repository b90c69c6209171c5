import { nameGlob } from './name-glob.ts'
import type { PermissionInput } from './permission-verdict.ts'

export type Policy = { deny: RegExp[]; confirm: RegExp[]; maxRisk: number; separation: (readonly [RegExp, RegExp])[] }

export function readPolicy(sent: PermissionInput['policy']): Policy {
  return {
    deny: (sent?.deny ?? []).map(nameGlob),
    confirm: (sent?.require_confirm ?? []).map(nameGlob),
    maxRisk: sent?.max_risk ?? 100,
    separation: (sent?.separation ?? []).flatMap(([one, other]) =>
      one === undefined || other === undefined ? [] : [[nameGlob(one), nameGlob(other)] as const],
    ),
  }
}
