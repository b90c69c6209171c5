import { defineEntity, p } from '@mikro-orm/core'

const UpstreamCacheSchema = defineEntity({
  name: 'UpstreamCache',
  tableName: 'upstream_cache',
  properties: {
    key: p.blob().primary(),
    upstream: p.text(),
    status: p.smallint(),
    contentType: p.text(),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    body: p.blob().check('octet_length(body) <= 1048576'),
    fetchedAt: p.datetime().defaultRaw('now()'),
    keepUntil: p.datetime(),
  },
  indexes: [{ name: 'upstream_cache_keep_until', properties: ['keepUntil'] }],
})

/** An answer of an upstream that all workers share, under a digest of its request. */
export class UpstreamCache extends UpstreamCacheSchema.class {}
UpstreamCacheSchema.setClass(UpstreamCache)
