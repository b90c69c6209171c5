import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const judged = (action: string) => assessDestructive({ action })

describe('a request', () => {
  test.each([
    ['DELETE /api/users/7', 'http.delete', 'high'],
    ['DELETE https://api.example.com/v1/customers', 'http.delete-collection', 'high'],
    ['DELETE /v1/buckets/photos', 'http.delete-store', 'high'],
    ['DELETE /repos/acme/shop', 'http.delete-store', 'high'],
    ['DELETE /orders-2026', 'http.delete-store', 'high'],
    ['DELETE /_all', 'http.delete-everything', 'critical'],
    ['DELETE https://search.example.com/logs-*', 'http.delete-everything', 'critical'],
    ['DELETE /api/v1/namespaces/shop', 'http.delete-everything', 'critical'],
    ['DELETE /v1/items?all=true', 'http.delete-collection', 'high'],
    ['POST /orders/_delete_by_query', 'http.delete-by-query', 'high'],
    ['POST /api/users/7/delete', 'http.destructive-action', 'high'],
    ['POST /api/users/bulk-delete', 'http.destructive-action-wide', 'high'],
    ['POST /job/deploy/doDelete', 'http.destructive-action', 'high'],
    ['POST /admin/shutdown', 'http.stop-action', 'medium'],
    ['POST /jobs/7/cancel', 'http.stop-action', 'medium'],
    ['POST /users/7/reset', 'http.destructive-action', 'high'],
    ['GET /admin/delete?id=7', 'http.get-that-deletes', 'medium'],
    ['PURGE /index.html', 'http.purge', 'medium'],
    ['POST /v1/refunds', 'payment.http-move-money', 'high'],
    ['POST /v1/charges/ch_1/refund', 'payment.http-move-money', 'high'],
    ['POST /v1/subscriptions/s_1/cancel', 'payment.http-move-money', 'high'],
    ['POST /graphql\n\n{"query":"mutation { deleteUser(id: 7) }"}', 'http.destructive-body', 'high'],
    ['POST /query\nContent-Type: application/json\n\n{"sql":"DROP TABLE x"}', 'sql.drop-table', 'high'],
    ['POST /api/users/7\nX-HTTP-Method-Override: DELETE', 'http.delete', 'high'],
  ])('%j is %s, %s', (action, rule, severity) => {
    const verdict = judged(action)
    expect(verdict.parsed.dialect).toBe('http')
    expect(verdict.findings).toContainEqual(expect.objectContaining({ rule_id: rule, severity }))
  })

  test.each([
    'GET /api/users/7',
    'HEAD /users',
    'POST /api/users\n\n{"name":"Delete"}',
    'PATCH /api/users/7',
    'PUT /api/users/7',
    'GET /docs/delete-user.html',
    'GET /articles?q=delete',
    'POST /v1/search',
  ])('does no harm: %j', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'allow', severity: 'none', parsed: { dialect: 'http' } })
  })

  test.each([
    'curl -X DELETE https://api.example.com/users/7',
    'curl -sSXDELETE https://api.example.com/users/7',
    'curl --request=DELETE --url https://api.example.com/users/7',
    'curl https://api.example.com/users/7 -X DELETE -H "Accept: */*"',
    'curl -X POST -H "X-HTTP-Method-Override: DELETE" https://api.example.com/users/7',
    'wget --method=DELETE https://api.example.com/users/7',
    'http DELETE https://api.example.com/users/7',
    'xh delete https://api.example.com/users/7',
    'gh api -X DELETE /orgs/acme/members/bob',
    'Invoke-RestMethod -Method Delete -Uri https://api.example.com/users/7',
    'az rest --method delete --url https://api.example.com/users/7',
    `python -c "import requests; requests.delete('https://api.example.com/users/7')"`,
    `node -e "fetch('https://api.example.com/users/7', {method: 'DELETE'})"`,
    '{"method": "DELETE", "url": "https://api.example.com/users/7"}',
  ])('is found in %s', (action) => {
    expect(judged(action).findings.map(({ rule_id }) => rule_id)).toContain('http.delete')
  })

  test.each([
    'curl https://api.example.com/users',
    'curl -G -d q=delete https://api.example.com/users',
    'curl -I https://api.example.com/delete-me/x',
    'curl -d name=x https://api.example.com/users',
    'http https://api.example.com/users',
    'http POST https://api.example.com/users name=delete',
    'wget https://example.com/file.tgz',
  ])('is harmless as %s', (action) => {
    expect(judged(action).decision).toBe('allow')
  })
})
