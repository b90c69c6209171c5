import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { invalidFields } from '#shared/errors.ts'
import { LintReport } from '#shared/engines/lint/lint-report.ts'
import { bazaarOf, routePath, routesConfig, wellKnown } from './deployable-maps.ts'
import { lintOperation, lintOperationIds } from './lint-operation.ts'
import { listOperations, schemaDigest } from './list-operations.ts'
import { openapiRules } from './openapi-x402.rules.ts'
import { priceOperation, type Defaults } from './price-operation.ts'
import { readOpenapi, type OpenapiReport } from './read-openapi.ts'

type Asked = {
  spec: JsonObject | string
  accepts?: readonly JsonObject[] | JsonObject | undefined
  defaultPriceAtomic?: string | undefined
  networkDefault: string
}

/**
 * Maps every operation of an OpenAPI document to its price, and finds the gaps. Nothing is fetched. Refuses what cannot
 * be read as a document, or is none of OpenAPI.
 */
export function mapOperations({ spec, accepts, defaultPriceAtomic, networkDefault }: Asked) {
  const report: OpenapiReport = new LintReport(openapiRules)
  const document = readOpenapi(report, spec)
  const unusable =
    document === null
      ? report.conclude(null).findings.find(({ code }) => code === 'OA_UNREADABLE' || code === 'OA_NOT_OPENAPI')
      : undefined
  if (unusable !== undefined) throw invalidFields({ path: ['spec'], msg: `Value error, ${unusable.message}` })
  const template = (Array.isArray(accepts) ? accepts : [accepts]).filter(isObject)
  const defaults: Defaults = { template, priceAtomic: defaultPriceAtomic ?? null, network: networkDefault }
  const operations = document === null ? [] : listOperations(report, document)
  if (document !== null && operations.length === 0) report.add('no_operations', '/paths')
  lintOperationIds(report, operations)
  const server = document === null ? null : serverOf(report, document)
  const all = operations.map((operation) => ({ operation, priced: priceOperation(report, operation, defaults) }))
  for (const { operation, priced } of all) lintOperation(report, operation, priced)
  const paid = all.filter(({ priced }) => priced.paid === 'yes')
  const count = (word: string) => all.filter(({ priced }) => priced.paid === word).length
  return {
    ...report.conclude(document ?? spec),
    x402_version: null,
    operations: all.map(({ operation, priced }) => ({
      operation_id: operation.id,
      method: operation.method,
      path: routePath(operation.path),
      ...priced,
      request_schema_digest: schemaDigest(operation.requestSchema),
      has_402_response: operation.response402 !== undefined,
      has_examples: operation.requestExample !== undefined || operation.responseExample !== undefined,
    })),
    counts: { total: all.length, paid: paid.length, free: count('no'), unknown: count('unknown') },
    routes_config: routesConfig(paid),
    well_known: wellKnown(paid, server),
    bazaar: bazaarOf(paid),
  }
}

function serverOf(report: OpenapiReport, document: JsonObject): string | null {
  const servers = ownValue(document, 'servers')
  const [first] = Array.isArray(servers) ? servers : []
  const url = isObject(first) ? ownValue(first, 'url') : undefined
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url)) {
    report.add('OA_NO_SERVER', '/servers')
    return null
  }
  if (/^http:/i.test(url) && !/^http:\/\/(?:localhost|127\.)/i.test(url))
    report.add('OA_SERVER_NOT_HTTPS', '/servers/0/url', { given: url, https: url.replace(/^http:/i, 'https:') })
  return url.replace(/\/$/, '')
}
