import { identityNouns, privateNouns, untrustedNouns } from '#shared/engines/capability/capability-words.rules.ts'
import { classifyTool } from '#shared/engines/capability/classify-tool.ts'
import type { Effect } from '#shared/engines/capability/effects.ts'
import { wordsOf } from '#shared/engines/capability/words-of.ts'

export const capabilityKinds = [
  'tool',
  'mcp_server',
  'skill',
  'data_source',
  'secret',
  'channel',
  'memory',
  'subagent',
] as const
export type CapabilityKind = (typeof capabilityKinds)[number]
export const controlKinds = ['confirm', 'allowlist', 'sandbox', 'redaction', 'rate_limit', 'isolation'] as const
export type ControlKind = (typeof controlKinds)[number]

export type CapabilityInput = {
  name: string
  kind?: CapabilityKind | undefined
  description?: string | undefined
  permissions?: readonly string[] | undefined
  trust?: 'trusted' | 'untrusted' | 'mixed' | undefined
  reads?: readonly string[] | undefined
  writes?: readonly string[] | undefined
  network?: boolean | undefined
}

/** One capability as a node of the graph: the parts it can play in an attack, and how much. */
export type Node = {
  name: string
  kind: CapabilityKind
  effects: readonly Effect[]
  isEntry: boolean
  isSource: boolean
  isSink: boolean
  isAmplifier: boolean
  /** How likely a stranger's text comes in here, 0 to 1. */
  entryLikelihood: number
  /** What is lost if what it holds gets out, 0 to 1. */
  assetWeight: number
  /** What an attacker gains by reaching it, 0 to 1. */
  sinkWeight: number
  controls: readonly ControlKind[]
  isKnown: boolean
}

const entryLikelihoods = { untrusted: 0.9, mixed: 0.6, trusted: 0.15 } as const
const sinkWeights: Partial<Record<Effect, number>> = {
  network: 0.9,
  money: 1,
  executes: 1,
  identity: 0.95,
  deletes: 0.85,
  writes: 0.35,
}
const secretWords = new Set([
  'secret',
  'secrets',
  'key',
  'keys',
  'token',
  'tokens',
  'credential',
  'credentials',
  'password',
  'passwords',
  'vault',
  'wallet',
  'env',
  'ssh',
  'certificate',
])
const precious = new Set([
  'customer',
  'customers',
  'patient',
  'patients',
  'medical',
  'health',
  'payroll',
  'hr',
  'employee',
  'employees',
  'bank',
  'account',
  'accounts',
  'card',
  'payment',
  'payments',
  'pii',
  'personal',
  'private',
  'confidential',
  'production',
  'financial',
  'invoice',
  'invoices',
  'source',
  'code',
])
const privateWords = new Set([...privateNouns, ...identityNouns])
const untrustedWords = new Set(untrustedNouns)

/** The parts a capability can play, by its kind, what it says it reads, writes and reaches, its words and permissions. */
export function readCapability(
  sent: CapabilityInput,
  controls: readonly ControlKind[],
  assets: readonly string[],
): Node {
  const kind = sent.kind ?? 'tool'
  const { effects: found, isKnown } = classifyTool({
    name: sent.name,
    scopes: [...(sent.permissions ?? [])],
    ...(sent.description === undefined ? {} : { description: sent.description }),
  })
  const effects = new Set(found)
  const reads = (sent.reads ?? []).flatMap(wordsOf)
  const words = [...wordsOf(sent.name), ...wordsOf(sent.description ?? '').slice(0, 60), ...reads]
  if (reads.length > 0 && (reads.some((word) => privateWords.has(word)) || kind === 'data_source' || kind === 'secret'))
    effects.add('reads_private')
  if (reads.some((word) => untrustedWords.has(word)) && sent.trust !== 'trusted') effects.add('reads_untrusted')
  if ((sent.writes ?? []).length > 0) effects.add('writes')
  if (sent.network === true) effects.add('network')
  if (sent.network === false) effects.delete('network')
  const isAmplifier = kind === 'memory' || kind === 'subagent' || effects.has('executes')
  const isEntry =
    sent.trust === 'untrusted' || sent.trust === 'mixed' || (sent.trust === undefined && effects.has('reads_untrusted'))
  const isSource = kind === 'data_source' || kind === 'secret' || (effects.has('reads_private') && kind !== 'channel')
  const sinkWeight = Math.max(
    0,
    ...[...effects].map((effect) => sinkWeights[effect] ?? 0),
    kind === 'channel' ? 0.9 : 0,
  )
  const isSink = sinkWeight >= 0.8
  return {
    name: sent.name,
    kind,
    effects: [...effects],
    isEntry,
    isSource,
    isSink: isSink && kind !== 'data_source' && kind !== 'secret',
    isAmplifier,
    entryLikelihood: sent.trust === undefined ? 0.7 : entryLikelihoods[sent.trust],
    assetWeight: assetWeightOf(sent.name, kind, words, assets),
    sinkWeight,
    controls,
    isKnown: isKnown || isEntry || isSource || isSink || isAmplifier || kind === 'channel',
  }
}

function assetWeightOf(
  name: string,
  kind: CapabilityKind,
  words: readonly string[],
  assets: readonly string[],
): number {
  const isNamed = assets.some(
    (asset) =>
      asset.toLowerCase() === name.toLowerCase() ||
      wordsOf(asset).some((word) => word.length > 2 && words.includes(word)),
  )
  if (isNamed || kind === 'secret' || words.some((word) => secretWords.has(word))) return 1
  if (words.some((word) => precious.has(word))) return 0.9
  return kind === 'data_source' ? 0.85 : kind === 'memory' ? 0.75 : 0.8
}
