import { ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { Operation } from './list-operations.ts'
import type { Priced } from './price-operation.ts'

type Paid = { operation: Operation; priced: Priced }

/** The path with :parameters, as routers write it. */
export const routePath = (path: string) => path.replaceAll(/\{([^}/]+)\}/g, ':$1')

/** The map that x402 middleware takes: "METHOD /path" to what it accepts. */
export const routesConfig = (paid: readonly Paid[]) =>
  Object.fromEntries(
    paid.map(({ operation, priced }) => [
      `${operation.method} ${routePath(operation.path)}`,
      {
        accepts: priced.accepts.map((entry) => ({
          scheme: ownValue(entry, 'scheme') ?? 'exact',
          network: ownValue(entry, 'network') ?? null,
          payTo: ownValue(entry, 'payTo') ?? null,
          price: {
            asset: ownValue(entry, 'asset') ?? null,
            amount: ownValue(entry, 'amount') ?? null,
            ...(ownValue(entry, 'extra') === undefined ? {} : { extra: ownValue(entry, 'extra') }),
          },
          maxTimeoutSeconds: ownValue(entry, 'maxTimeoutSeconds') ?? 60,
        })),
        description: (operation.description ?? '').slice(0, 500),
        mimeType: 'application/json',
      },
    ]),
  )

/** A /.well-known/x402.json that lists the paid resources. */
export const wellKnown = (paid: readonly Paid[], server: string | null) => ({
  x402Version: 2,
  resources: paid.map(({ operation, priced }) => ({
    resource: `${server ?? ''}${operation.path}`,
    type: 'http',
    method: operation.method,
    description: operation.description,
    accepts: priced.accepts,
  })),
})

/** Bazaar discovery metadata of each paid operation (x402 extension bazaar). */
export const bazaarOf = (paid: readonly Paid[]) =>
  paid.map(({ operation }) => ({
    operation: `${operation.method} ${operation.path}`,
    info: { input: inputOf(operation), ...outputOf(operation) },
  }))

function inputOf({ method, parameters, requestExample }: Operation) {
  const path = exampleParameters(parameters, 'path')
  const query = exampleParameters(parameters, 'query')
  return {
    type: 'http',
    method,
    ...(path === null ? {} : { pathParams: path }),
    ...(query === null ? {} : { queryParams: query }),
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? { bodyType: 'json', body: requestExample ?? {} } : {}),
  }
}

const outputOf = ({ responseExample }: Operation) =>
  responseExample === undefined ? {} : { output: { type: 'json', example: responseExample } }

function exampleParameters(parameters: readonly JsonObject[], place: string): Record<string, unknown> | null {
  const own = parameters.filter(
    (parameter) => ownValue(parameter, 'in') === place && typeof ownValue(parameter, 'name') === 'string',
  )
  if (own.length === 0) return null
  return Object.fromEntries(
    own.map((parameter) => [String(ownValue(parameter, 'name')), ownValue(parameter, 'example') ?? '']),
  )
}
