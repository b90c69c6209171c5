import { isSchema } from '#ingress/call/challenge/plain-schema.ts'

type Components = Record<string, Record<string, unknown>>

/** The components that a document refers to, directly or through others, and its security schemes. */
export function usedComponents(paths: unknown, components: Components): Components {
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
  visit(paths)
  return Object.fromEntries(
    Object.entries(components).flatMap(([kind, named]) => {
      if (kind === 'securitySchemes') return [[kind, named]]
      const kept = Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))
      return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)]]
    }),
  )
}
