import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { classifyTool } from '#shared/engines/capability/classify-tool.ts'
import type { Effect } from '#shared/engines/capability/effects.ts'
import { toolLike } from '#shared/engines/capability/tool-like.ts'
import { roundTo4 } from './compare-dimensions.ts'
import type { Compared } from './identity.ts'
import type { IdentityVerdict } from './identity-verdict.ts'

/** New tools that reach where none reached before. */
export type NewReach = { tool: string; effect: Effect; evidence: string }

type Tools = ReadonlyMap<string, { definition: string; sent: unknown }>

const RISKY: readonly Effect[] = ['money', 'executes']

/** Tools by name: which came, went or were rewritten, and what they can do now that no tool could. */
export function toolDelta(
  before: unknown,
  after: unknown,
): { delta: IdentityVerdict['tool_delta']; compared: Compared; reach: NewReach[] } {
  const [was, is] = [toolsByName(before), toolsByName(after)]
  const added = [...is.keys()].filter((name) => !was.has(name))
  const removed = [...was.keys()].filter((name) => !is.has(name))
  const changed = [...is].flatMap(([name, { definition }]) => {
    const old = was.get(name)
    return old === undefined || old.definition === definition ? [] : [name]
  })
  const all = new Set([...was.keys(), ...is.keys()]).size
  // A tool that was rewritten is half another one.
  const distance = all === 0 ? 0 : roundTo4((added.length + removed.length + changed.length / 2) / all)
  const evidence = `${added.length} added, ${removed.length} removed, ${changed.length} changed`
  return {
    delta: { added, removed, changed },
    compared: { name: 'tools', distance, status: distance === 0 ? 'same' : 'changed', evidence },
    reach: newReach(was, is, [...added, ...changed]),
  }
}

/** A list of names or definitions, or an object of definitions by name. */
function toolsByName(value: unknown): Tools {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((tool: unknown) => [typeof tool === 'string' ? tool : toolLike(tool).name, tool])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : []
  return new Map(entries.map(([name, sent]) => [name, { definition: canonicalJson(sent), sent }]))
}

function newReach(was: Tools, is: Tools, names: readonly string[]): NewReach[] {
  const before = new Set([...was].flatMap(([name, { sent }]) => effectsOf(name, sent).effects))
  return names.flatMap((name) => {
    const { effects, evidence } = effectsOf(name, is.get(name)?.sent)
    return effects
      .filter((effect) => RISKY.includes(effect) && !before.has(effect))
      .map((effect) => ({ tool: name, effect, evidence: evidence[effect] ?? name }))
  })
}

const effectsOf = (name: string, sent: unknown) => classifyTool({ ...toolLike(sent), name })
