import type { z } from 'zod'

/** A schema inside another one, and where: `body.items[].name`, with `{}` for the members of a record. */
export type SchemaNode = { path: string; schema: z.core.$ZodTypes }

/** A schema and all schemas inside of it that see what a caller sent. Each path is visited once, so recursion ends. */
export function* schemaNodes(root: z.core.$ZodType, path = ''): Generator<SchemaNode> {
  yield* nodesOf(root, path, new Set())
}

function* nodesOf(root: z.core.$ZodType, path: string, above: ReadonlySet<z.core.$ZodType>): Generator<SchemaNode> {
  if (above.has(root)) return
  // Safe: every schema that zod makes is one of its own kinds.
  const schema = root as z.core.$ZodTypes
  yield { path, schema }
  const inside = new Set([...above, root])
  for (const [step, inner] of innerSchemas(schema)) yield* nodesOf(inner, path + step, inside)
}

function innerSchemas({ _zod: { def } }: z.core.$ZodTypes): readonly (readonly [string, z.core.$ZodType])[] {
  switch (def.type) {
    case 'object': {
      const members = Object.entries(def.shape).map(([name, member]) => [`.${name}`, member] as const)
      return def.catchall === undefined ? members : [...members, ['.*', def.catchall]]
    }
    case 'array':
      return [['[]', def.element]]
    case 'record':
    case 'map':
      return [
        ['{key}', def.keyType],
        ['{}', def.valueType],
      ]
    case 'set':
      return [['[]', def.valueType]]
    case 'tuple':
      return [
        ...def.items.map((item, nth) => [`[${nth}]`, item] as const),
        ...(def.rest ? [['[]', def.rest] as const] : []),
      ]
    case 'union':
      return def.options.map((option, nth) => [`|${nth}`, option] as const)
    case 'intersection':
      return [
        ['&0', def.left],
        ['&1', def.right],
      ]
    case 'pipe':
      // What a transform makes is ours, unless the transform comes first and sees what was sent.
      return def.in._zod.def.type === 'transform' ? [['', def.out]] : [['', def.in]]
    case 'lazy':
      return [['', def.getter()]]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
    case 'success':
    case 'promise':
      return [['', def.innerType]]
    default:
      return []
  }
}
