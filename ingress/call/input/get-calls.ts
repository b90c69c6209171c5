import type { CatalogEntry } from '#shared/catalog/catalog.ts'

/** An outcome that may also be asked by GET. `names` are parameters that stand for an input of another name. */
export type GetCall = { slug: string; alias: string; names: Readonly<Record<string, string>> }

/** The outcomes that may also be asked by GET, as they declare it (`get` of shared/outcomes/define.ts). */
export const getCalls = (catalog: ReadonlyMap<string, CatalogEntry>): GetCall[] =>
  [...catalog.values()].flatMap(({ outcome: { slug, get } }) =>
    get === null ? [] : [{ slug, alias: get.alias, names: get.names ?? {} }],
  )
