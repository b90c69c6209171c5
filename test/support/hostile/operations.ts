/** A JSON schema as the OpenAPI document writes it; what is not named here is not looked at. */
export type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  pattern?: string
  format?: string
}

type Parameter = { $ref?: string; name?: string; in?: string; schema?: Schema }
type DocumentedOperation = {
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }> }
}
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}

/** One operation of the document, as the walk sends to it. */
export type Operation = {
  method: string
  /** With its parameters still in braces. */
  path: string
  /** Whether it wants an account of the marketplace. Everything else takes a service key. */
  isMarket: boolean
  queryNames: string[]
  /** Its request bodies by media type. */
  bodies: { type: string; schema: Schema; example: unknown }[]
}

const METHODS = new Set(['get', 'post', 'patch', 'delete', 'put'])
const MARKET = new Set(['ApiKey', 'OAuth2PasswordBearer', 'BearerToken'])

/** Every operation of an OpenAPI document, and how its references are resolved. */
export function operationsOf(document: unknown): { operations: Operation[]; resolve: (schema: Schema) => Schema } {
  // Safe: our own document, which test/contract holds against the standard's schema.
  const { paths, components = {} } = document as Document
  const last = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : resolve(components.schemas?.[last(schema.$ref)] ?? {})
  const parameter = (one: Parameter) => (one.$ref === undefined ? one : (components.parameters?.[last(one.$ref)] ?? {}))
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { security = [], parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        isMarket: security.some((way) => Object.keys(way).some((name) => MARKET.has(name))),
        queryNames: parameters.map(parameter).flatMap((one) => (one.in === 'query' ? [one.name ?? ''] : [])),
        bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema, examples }]) => ({
          type,
          schema,
          example: Object.values(examples ?? {})[0]?.value,
        })),
      })),
  )
  return { operations, resolve }
}
