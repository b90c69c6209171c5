import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'

import { ENDPOINT_CENTS } from '#shared/market/endpoints/endpoint-fields.ts'
import { formerSellerEntry } from '#shared/market/endpoints/seller-outcome.ts'

import { CALL_PARAMETERS, responseRef } from './components.ts'
import { outcomeOperation } from './outcome-operation.ts'
import { rangedPrice } from './payment-info.ts'

/** The call of any seller's endpoint. What one takes and answers stands in its own document. */
export function sellerCallOperation(): ZodOpenApiOperationObject {
  const { responses, requestBody } = outcomeOperation(formerSellerEntry('any'), false)
  return {
    operationId: 'call_seller_endpoint',
    summary: 'Call the endpoint of a seller; each has its own OpenAPI document',
    description: 'GET /api/v1/seller-endpoints/{slug}/openapi.json has the schemas and the price of one.',
    tags: ['Seller endpoints'],
    security: [],
    'x-payment-info': rangedPrice(ENDPOINT_CENTS),
    requestParams: { path: z.object({ slug: z.string() }) },
    parameters: CALL_PARAMETERS,
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...responses, 402: responseRef(402) },
  }
}
