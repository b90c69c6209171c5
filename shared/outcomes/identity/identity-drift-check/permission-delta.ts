import type { Effect } from '#shared/engines/capability/effects.ts'
import { ruleOfScope } from '#shared/engines/capability/scope-effects.ts'
import type { IdentityVerdict } from './identity-verdict.ts'
import { harmWords, permissionLevels, WILDCARD_LEVEL } from './permission.rules.ts'

type Escalation = IdentityVerdict['permission_delta']['escalations'][number]

const MOST_LISTED = 500

/** Which permissions came and went, and which of the new ones let their holder do more than before. */
export function permissionDelta(
  before: readonly string[],
  after: readonly string[],
): IdentityVerdict['permission_delta'] {
  const [was, is] = [new Set(before), new Set(after)]
  const added = [...is].filter((one) => !was.has(one))
  const levels = new Map<string, { level: number; permission: string }>()
  for (const permission of was) {
    const { resource, level } = readPermission(permission)
    if (level > (levels.get(resource)?.level ?? 0)) levels.set(resource, { level, permission })
  }
  const hadHarm = new Set([...was].flatMap(harmsOf))
  return {
    added: added.slice(0, MOST_LISTED),
    removed: [...was].filter((one) => !is.has(one)).slice(0, MOST_LISTED),
    escalations: added.flatMap((one) => escalationOf(one, levels, hadHarm) ?? []).slice(0, MOST_LISTED),
  }
}

function escalationOf(
  permission: string,
  levels: ReadonlyMap<string, { level: number; permission: string }>,
  hadHarm: ReadonlySet<Escalation['kind']>,
): Escalation | null {
  const { resource, level } = readPermission(permission)
  const held = levels.get(resource) ?? null
  const everywhere = levels.get('*')?.level ?? 0
  const from = held?.permission ?? null
  if (level === WILDCARD_LEVEL && (held?.level ?? 0) < WILDCARD_LEVEL && everywhere < WILDCARD_LEVEL)
    return { permission, from, kind: 'wildcard' }
  if ((held !== null && level <= held.level) || (everywhere > 0 && level <= everywhere)) return null
  // Of a resource that was within reach a scope table says nothing new; its own words may.
  const harms = held === null ? harmsOf(permission) : saidHarms(permission)
  const fresh = harms.find((kind) => !hadHarm.has(kind))
  if (fresh !== undefined) return { permission, from, kind: fresh }
  return held === null ? null : { permission, from, kind: 'raised' }
}

/** `repo:read`, `s3.objects.get`, `/files/*`: what it is about, and how far its last word reaches. 0: it does not say. */
function readPermission(permission: string): { resource: string; level: number } {
  const text = permission.toLowerCase().trim()
  if (/^[*\s/:.]+$/.test(text)) return { resource: '*', level: WILDCARD_LEVEL }
  const parts = text.split(/[:./\s]+/).filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (last.includes('*')) return { resource: parts.slice(0, -1).join(':') || '*', level: WILDCARD_LEVEL }
  const levelOf = (word: string) => permissionLevels.find(({ words }) => words.has(word))?.level ?? 0
  const ending = levelOf(last)
  if (ending > 0) return { resource: parts.slice(0, -1).join(':'), level: ending }
  // `read:org`, `write:packages`: the verb comes first.
  const leading = levelOf(parts[0] ?? '')
  return leading > 0 && parts.length > 1
    ? { resource: parts.slice(1).join(':'), level: leading }
    : { resource: parts.join(':'), level: 0 }
}

const BY_EFFECT: Partial<Record<Effect, Escalation['kind']>> = {
  money: 'new_money',
  executes: 'new_shell',
  identity: 'new_identity',
  deletes: 'new_delete',
}

/** Kinds of harm a permission opens, by the scopes that are known and by its words. */
function harmsOf(permission: string): Escalation['kind'][] {
  const known = (ruleOfScope(permission)?.effects ?? []).flatMap((effect) => BY_EFFECT[effect] ?? [])
  return [...new Set([...known, ...saidHarms(permission)])]
}

function saidHarms(permission: string): Escalation['kind'][] {
  // What only reads opens no harm by its name.
  if (readPermission(permission).level === 1) return []
  const words = permission.toLowerCase().replaceAll('_', '-').slice(0, 500)
  return harmWords.filter(({ pattern }) => pattern.test(words)).map(({ kind }) => kind)
}
