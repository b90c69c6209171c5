import { isObject, ownValue } from '../json-value.ts'
import type { JsonObject } from '../json-value.ts'
import { pointerToken, pointerTokens } from '../json-pointer.ts'
import { draftNamed, isSince } from './draft.ts'
import type { Draft } from './draft.ts'
import { shapeOf } from './vocabulary.ts'

/** A schema resource: a document, or a part of one with its own identifier. */
export type Resource = {
  uri: string
  root: unknown
  draft: Draft
  anchors: Map<string, JsonObject>
  dynamicAnchors: Map<string, JsonObject>
  /** Draft 2019-09: its root says `$recursiveAnchor: true`. */
  isRecursive: boolean
}

/** Location of a schema object: its resource, and its place in the document as a URI fragment (`#/properties/a`). */
export type Place = { resource: Resource; location: string }

export type Target = { schema: unknown; place: Place }

// Hierarchical, so that relative identifiers in a schema without one resolve against each other.
const NAMELESS_URI = 'schema:///root'

/** Every identifier, anchor and subschema of one schema document. It resolves references and never fetches anything. */
export class SchemaIndex {
  readonly root: Resource
  /** Subschemas at the places where their draft expects one, in document order. */
  readonly nodes: JsonObject[] = []
  readonly #places = new Map<JsonObject, Place>()
  readonly #resources = new Map<string, Resource>()
  readonly #library: readonly SchemaIndex[]

  /** `library` resolves what the document does not contain. */
  constructor(document: unknown, draft: Draft, library: readonly SchemaIndex[] = [], prefix = '') {
    this.#library = library
    this.root = newResource(NAMELESS_URI, document, draft)
    this.#resources.set(NAMELESS_URI, this.root)
    this.#walk(document, `${prefix}#`, this.root)
  }

  placeOf(node: JsonObject): Place | undefined {
    return (
      this.#places.get(node) ?? this.#library.map((other) => other.placeOf(node)).find((place) => place !== undefined)
    )
  }

  /** Resolves a `$ref` at `from`; undefined when neither the document nor the library contains its target. */
  resolve(reference: string, from: Place): Target | undefined {
    const [address, fragment] = split(reference.startsWith('#') ? reference : resolveUri(from.resource.uri, reference))
    const resource = reference.startsWith('#') ? from.resource : this.#resourceAt(address)
    if (resource === undefined) return undefined
    const decoded = percentDecoded(fragment)
    if (decoded === null) return undefined
    if (decoded !== '' && !decoded.startsWith('/')) {
      const schema = resource.anchors.get(decoded)
      const place = schema && this.placeOf(schema)
      return schema && place && { schema, place }
    }
    const tokens = pointerTokens(decoded)
    return tokens === null ? undefined : this.#follow(resource, tokens)
  }

  #resourceAt(uri: string): Resource | undefined {
    return (
      this.#resources.get(uri) ??
      this.#library.map((other) => other.#resourceAt(uri)).find((found) => found !== undefined)
    )
  }

  #follow(resource: Resource, tokens: readonly string[]): Target | undefined {
    let schema = resource.root
    let place = (isObject(schema) ? this.placeOf(schema) : undefined) ?? { resource, location: '#' }
    for (const token of tokens) {
      const next = Array.isArray(schema)
        ? itemAt(schema, token)
        : isObject(schema)
          ? ownValue(schema, token)
          : undefined
      if (next === undefined) return undefined
      schema = next
      place = (isObject(schema) && this.placeOf(schema)) || {
        resource: place.resource,
        location: `${place.location}/${pointerToken(token)}`,
      }
    }
    if (typeof schema !== 'boolean' && !isObject(schema)) return undefined
    // A reference may make a schema of what stood under an unknown keyword.
    if (isObject(schema) && this.placeOf(schema) === undefined) this.#walk(schema, place.location, place.resource)
    return { schema, place }
  }

  #walk(schema: unknown, location: string, outer: Resource): void {
    if (!isObject(schema) || this.#places.has(schema)) return
    const resource = this.#resourceOf(schema, outer)
    this.#places.set(schema, { resource, location })
    this.nodes.push(schema)
    this.#collectAnchors(schema, resource)
    for (const [keyword, value] of Object.entries(schema)) {
      const shape = shapeOf(keyword, resource.draft)
      const at = `${location}/${pointerToken(keyword)}`
      if (shape === null || shape === 'other') continue
      if (shape === 'map' || shape === 'dependencies') {
        if (isObject(value))
          for (const [name, part] of Object.entries(value)) this.#walk(part, `${at}/${pointerToken(name)}`, resource)
      } else if (Array.isArray(value)) {
        if (shape !== 'schema')
          for (const [position, part] of value.entries()) this.#walk(part, `${at}/${position}`, resource)
      } else this.#walk(value, at, resource)
    }
  }

  /** The resource a schema belongs to: its own when it names itself, else its parent's. */
  #resourceOf(schema: JsonObject, outer: Resource): Resource {
    const isRoot = schema === this.root.root
    const draft = isRoot ? outer.draft : (draftNamed(ownValue(schema, '$schema')) ?? outer.draft)
    const id = ownValue(schema, draft === 'draft-04' ? 'id' : '$id')
    // Up to draft 7 a `$ref` silences its siblings, the identifier too.
    const isSilenced = !isSince(draft, '2019-09') && typeof ownValue(schema, '$ref') === 'string'
    if (typeof id !== 'string' || isSilenced) return outer
    const [address, fragment] = split(resolveUri(outer.uri, id))
    if (id.startsWith('#') && !isSince(draft, '2019-09')) {
      outer.anchors.set(fragment, schema)
      return outer
    }
    if (isRoot) outer.uri = address
    const resource = isRoot ? outer : newResource(address, schema, draft)
    if (!this.#resources.has(address)) this.#resources.set(address, resource)
    if (fragment !== '' && !isSince(draft, '2019-09')) resource.anchors.set(fragment, schema)
    return resource
  }

  #collectAnchors(schema: JsonObject, resource: Resource): void {
    if (!isSince(resource.draft, '2019-09')) return
    const anchor = ownValue(schema, '$anchor')
    if (typeof anchor === 'string') resource.anchors.set(anchor, schema)
    const dynamic = ownValue(schema, '$dynamicAnchor')
    if (typeof dynamic === 'string' && resource.draft === '2020-12') {
      resource.anchors.set(dynamic, schema)
      resource.dynamicAnchors.set(dynamic, schema)
    }
    if (schema === resource.root) resource.isRecursive = ownValue(schema, '$recursiveAnchor') === true
  }
}

const itemAt = (items: readonly unknown[], token: string) =>
  /^(?:0|[1-9]\d{0,8})$/.test(token) ? items[Number(token)] : undefined

const newResource = (uri: string, root: unknown, draft: Draft): Resource => ({
  uri,
  root,
  draft,
  anchors: new Map(),
  dynamicAnchors: new Map(),
  isRecursive: false,
})

function split(uri: string): [string, string] {
  const hash = uri.indexOf('#')
  return hash === -1 ? [uri, ''] : [uri.slice(0, hash), uri.slice(hash + 1)]
}

/** RFC 3986 resolution; what cannot be resolved (a relative reference against a URN) stays as it is. */
function resolveUri(base: string, reference: string): string {
  return URL.parse(reference, base)?.href ?? reference
}

function percentDecoded(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}
