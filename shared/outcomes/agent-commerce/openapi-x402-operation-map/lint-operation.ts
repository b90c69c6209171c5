import type { Operation } from './list-operations.ts'
import type { Priced } from './price-operation.ts'
import type { OpenapiReport } from './read-openapi.ts'

const MOST_DESCRIPTION = 500

/** What keeps an operation from being sold well, beside its price. */
export function lintOperation(report: OpenapiReport, operation: Operation, { paid }: Priced): void {
  const { at, method, description, requestSchema, hasBody, response402, security } = operation
  const facts = { operation: `${method} ${operation.path}`, method }
  if (hasBody && (method === 'GET' || method === 'HEAD')) report.add('OA_GET_WITH_BODY', at, facts)
  if (description === null) report.add('OA_NO_DESCRIPTION', at, facts)
  if (paid !== 'yes') return
  if (response402 === undefined) report.add('OA_PAID_WITHOUT_402', `${at}/responses`, facts)
  if (security.length > 0) report.add('OA_SECURITY_AND_PAYMENT', `${at}/security`, facts)
  const length = [...(description ?? '')].length
  if (length > MOST_DESCRIPTION) report.add('OA_DESCRIPTION_TOO_LONG', at, { ...facts, length })
  if (requestSchema === undefined && ['POST', 'PUT', 'PATCH'].includes(method))
    report.add('OA_NO_REQUEST_SCHEMA', at, facts)
}

/** operationIds are unique (OpenAPI 3.1, 4.8.10). */
export function lintOperationIds(report: OpenapiReport, operations: readonly Operation[]): void {
  const first = new Map<string, string>()
  for (const { id, method, path, at } of operations) {
    if (id === null) continue
    const before = first.get(id)
    if (before === undefined) first.set(id, `${method} ${path}`)
    else report.add('OA_DUPLICATE_OPERATION_ID', `${at}/operationId`, { given: id, first: before })
  }
}
