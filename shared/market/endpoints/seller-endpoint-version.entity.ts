import { defineEntity, p } from '@mikro-orm/core'

const SellerEndpointVersionSchema = defineEntity({
  name: 'SellerEndpointVersion',
  tableName: 'seller_endpoint_version',
  properties: {
    id: p.uuid().primary(),
    endpointId: p.uuid().extra('references seller_endpoint (id)'),
    version: p.integer().check('version > 0'),
    targetUrl: p.text().check('length(target_url) <= 2000'),
    priceCents: p.integer().check('price_cents between 50 and 100000'),
    timeoutMs: p.integer().check('timeout_ms between 1000 and 60000'),
    inputSchema: p.text().check('length(input_schema) <= 65536'),
    outputSchema: p.text().check('length(output_schema) <= 65536'),
    inputExample: p.text().check('length(input_example) <= 65536'),
    outputExample: p.text().nullable().check('length(output_example) <= 65536'),
    authHeader: p.text().nullable().check('length(auth_header) <= 100'),
    sealedAuth: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'seller_endpoint_version_one', properties: ['endpointId', 'version'] }],
  checks: [{ name: 'seller_endpoint_version_auth', expression: '(auth_header is null) = (sealed_auth is null)' }],
})

/**
 * What a call of a seller's endpoint depends on. Rows never change, so a call keeps the price, target and schemas that
 * its buyer saw. Schemas and examples are JSON text. `sealedAuth` is the value of the header `authHeader`, encrypted for
 * this row.
 */
export class SellerEndpointVersion extends SellerEndpointVersionSchema.class {}
SellerEndpointVersionSchema.setClass(SellerEndpointVersion)
