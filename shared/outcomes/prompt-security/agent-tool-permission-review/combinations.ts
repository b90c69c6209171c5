import type { Effect } from '#shared/engines/capability/effects.ts'
import { wordsOf } from '#shared/engines/capability/words-of.ts'
import type { Combination } from './permission-verdict.ts'

export type Held = { name: string; effects: readonly Effect[] }

const MAX_EACH = 20
const has =
  (effect: Effect) =>
  ({ effects }: Held) =>
    effects.includes(effect)

/** Tools that are harmless alone and not together. `separation` holds pairs of globs that one agent must not hold both of. */
export function combinationsOf(
  tools: readonly Held[],
  separation: readonly (readonly [RegExp, RegExp])[],
): Combination[] {
  return [...exfilPaths(tools), ...selfApprovals(tools), ...escalations(tools), ...separated(tools, separation)]
}

function exfilPaths(tools: readonly Held[]): Combination[] {
  const sources = tools.filter(has('reads_private'))
  const sinks = tools.filter(has('network'))
  const isUntrusted = tools.some(has('reads_untrusted'))
  const [source] = sources
  const sink = sinks.find(({ name }) => name !== source?.name) ?? sinks[0]
  if (source === undefined || sink === undefined) return []
  const names = [...new Set([...sources, ...sinks].map(({ name }) => name))].slice(0, MAX_EACH)
  return [
    {
      tools: names,
      code: 'exfil_path',
      severity: isUntrusted ? 'critical' : 'high',
      why: isUntrusted
        ? `What ${source.name} reads can leave through ${sink.name}, and a text of a stranger can ask for it.`
        : `What ${source.name} reads can leave through ${sink.name}.`,
    },
  ]
}

const verbIn =
  (words: ReadonlySet<string>) =>
  ({ name }: Held) =>
    wordsOf(name).some((word) => words.has(word))
const approving = verbIn(
  new Set(['approve', 'approval', 'merge', 'accept', 'authorize', 'confirm', 'sign', 'release', 'review']),
)
const requesting = verbIn(
  new Set(['request', 'submit', 'create', 'propose', 'open', 'push', 'draft', 'file', 'initiate', 'raise']),
)

function selfApprovals(tools: readonly Held[]): Combination[] {
  const approvers = tools.filter((tool) => approving(tool) && tool.effects.length > 0)
  return approvers.slice(0, MAX_EACH).flatMap((approver): Combination[] => {
    const thing = wordsOf(approver.name).filter((word) => word.length > 3)
    const requester = tools.find(
      (tool) =>
        tool.name !== approver.name && requesting(tool) && wordsOf(tool.name).some((word) => thing.includes(word)),
    )
    return requester === undefined
      ? []
      : [
          {
            tools: [requester.name, approver.name],
            code: 'self_approval',
            severity: 'high',
            why: `The agent can approve through ${approver.name} what it asked for through ${requester.name}.`,
          },
        ]
  })
}

function escalations(tools: readonly Held[]): Combination[] {
  const granters = tools.filter(has('identity'))
  const users = tools.filter((tool) => tool.effects.includes('executes') || tool.effects.includes('identity'))
  const [granter] = granters
  const user = users.find(({ name }) => name !== granter?.name)
  if (granter === undefined || user === undefined) return []
  return [
    {
      tools: [granter.name, user.name],
      code: 'privilege_escalation',
      severity: 'high',
      why: `The agent can make itself a key or a role through ${granter.name} and use it through ${user.name}.`,
    },
  ]
}

function separated(tools: readonly Held[], separation: readonly (readonly [RegExp, RegExp])[]): Combination[] {
  return separation.flatMap(([one, other]): Combination[] => {
    const first = tools.find(({ name }) => one.test(name))
    const second = tools.find(({ name }) => other.test(name) && name !== first?.name)
    return first === undefined || second === undefined
      ? []
      : [
          {
            tools: [first.name, second.name],
            code: 'separation_of_duty',
            severity: 'high',
            why: 'The policy says that one agent must not hold both.',
          },
        ]
  })
}
