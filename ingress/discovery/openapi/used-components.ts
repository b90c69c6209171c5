import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'

import { isSchema } from '#ingress/call/challenge/plain-schema.ts'

type Components = Record<string, Record<string, unknown>>

/** Paths that are read in one turn of the event loop. */
const PATHS_PER_TURN = 10

/** The components that paths refer to, directly or through others, and the security schemes. */
export async function usedComponents(paths: Record<string, unknown>, components: Components): Promise<Components> {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
      return
    }
    if (!isSchema(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name !== '$ref' || typeof member !== 'string') visit(member)
      else if (!used.has(member)) {
        used.add(member)
        const [kind = '', key = ''] = member.replace('#/components/', '').split('/')
        visit(components[kind]?.[key])
      }
    }
  }
  await eachInTurns(Object.values(paths), visit, PATHS_PER_TURN)
  return Object.fromEntries(
    Object.entries(components).flatMap(([kind, named]) => {
      if (kind === 'securitySchemes') return [[kind, named]]
      const kept = Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))
      return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)]]
    }),
  )
}
