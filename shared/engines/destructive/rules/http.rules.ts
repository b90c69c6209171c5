import type { Rule } from '../rule.ts'

const family = 'http'

/** What a request asks a server to do. */
export const requestRules = {
  delete: {
    id: 'http.delete',
    family,
    is: 'high no item',
    message: 'A DELETE request.',
    safer: 'GET the same address first.',
  },
  deleteMany: {
    id: 'http.delete-collection',
    family,
    is: 'high no collection',
    message: 'A DELETE request for a whole collection.',
    safer: 'GET the list, then delete one by one.',
  },
  deleteStore: {
    id: 'http.delete-store',
    family,
    is: 'high no collection',
    message:
      'A DELETE request for something that holds other things: an index, bucket, repository, project or database.',
    safer: 'Export it first.',
  },
  deleteAll: {
    id: 'http.delete-everything',
    family,
    is: 'critical no system',
    message: 'A DELETE request for everything (a wildcard, a name space or a whole account).',
    safer: 'Name the single object.',
  },
  deleteByQuery: {
    id: 'http.delete-by-query',
    family,
    is: 'high no collection',
    message: 'Deletes every document that a query matches.',
    safer: 'Run the same query as _count first.',
  },
  action: {
    id: 'http.destructive-action',
    family,
    is: 'high no item',
    message: 'A request whose address names a destructive action.',
    safer: 'GET the object first.',
  },
  stop: {
    id: 'http.stop-action',
    family,
    is: 'medium yes item',
    message: 'A request whose address names an action that stops, disables or cancels.',
    safer: 'GET the object first.',
  },
  actionWide: {
    id: 'http.destructive-action-wide',
    family,
    is: 'high no collection',
    message: 'A request whose address names a destructive action on many things.',
    safer: 'GET the list first.',
  },
  unsafeGet: {
    id: 'http.get-that-deletes',
    family,
    is: 'medium no item',
    message: 'A GET request whose address says that it deletes.',
  },
  body: {
    id: 'http.destructive-body',
    family,
    is: 'high no item',
    message: 'The body of the request asks for a deletion.',
    safer: 'Run it as a query first.',
  },
  purge: { id: 'http.purge', family, is: 'medium yes collection', message: 'Empties a cache at the server.' },
  pay: {
    id: 'payment.http-move-money',
    family: 'payment',
    is: 'high no item',
    message: 'A request that moves money or ends a subscription.',
    safer: 'GET the object first and confirm the amount with a human.',
  },
  secretsOut: {
    id: 'network.upload-secret',
    family: 'network',
    is: 'high no account',
    message: 'Sends a file with credentials to a server.',
    safer: 'Do not send it.',
  },
} as const satisfies Record<string, Rule>
