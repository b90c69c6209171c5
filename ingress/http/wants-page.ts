/** Whether a client names HTML before JSON, as browsers do. */
export function wantsPage(accept = ''): boolean {
  const [page, json] = [accept.indexOf('text/html'), accept.indexOf('application/json')]
  return page !== -1 && (json === -1 || page < json)
}
