import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'
import { isDestructiveName } from './tool-name.ts'

const judged = (value: unknown) => assessDestructive({ action: JSON.stringify(value) })
const idsOf = (value: unknown) => judged(value).findings.map(({ rule_id }) => rule_id)

describe('a tool call as JSON', () => {
  test.each<[string, unknown, string]>([
    ['a command', { tool: 'bash', arguments: { command: 'rm -rf /srv/data' } }, 'fs.rm-tree'],
    ['words', { name: 'exec', input: { argv: ['rm', '-rf', '/srv/data'] } }, 'fs.rm-tree'],
    ['a command with its words apart', { command: 'rm', args: ['-rf', '/srv/data'] }, 'fs.rm-tree'],
    [
      'a request of MCP',
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'run', arguments: { cmd: 'rm -rf /srv/data' } } },
      'fs.rm-tree',
    ],
    [
      'arguments as text',
      [{ type: 'function', function: { name: 'shell', arguments: '{"command":"rm -rf /srv/data"}' } }],
      'fs.rm-tree',
    ],
    ['SQL', { name: 'query', arguments: { sql: 'DROP TABLE users' } }, 'sql.drop-table'],
    ['SQL under any name', { name: 'x', arguments: { anything: 'DROP TABLE users' } }, 'sql.drop-table'],
    [
      'code',
      { name: 'python', arguments: { language: 'python', code: "import shutil\nshutil.rmtree('/srv/data')" } },
      'fs.code-remove-tree',
    ],
    ['a request', { method: 'DELETE', url: 'https://api.example.com/users/7' }, 'http.delete'],
    [
      'a request with a body',
      { method: 'POST', url: '/graphql', body: { query: 'mutation { deleteUser(id: 7) }' } },
      'http.destructive-body',
    ],
    ['a name that says so', { name: 'delete_user', arguments: { id: 7 } }, 'tool.destructive-name'],
    ['a name that says so, for all', { name: 'delete_users', arguments: { ids: 'all' } }, 'tool.destructive-name-wide'],
    ['its own hint', { name: 'write', annotations: { destructiveHint: true }, arguments: {} }, 'tool.destructive-hint'],
  ])('is judged by %s', (_, value, rule) => {
    expect(judged(value).parsed.dialect).toBe('json')
    expect(idsOf(value)).toContain(rule)
  })

  test.each<[string, unknown]>([
    ['a file it writes', { name: 'write_file', arguments: { path: 'a.md', content: 'rm -rf /; DROP TABLE users' } }],
    ['a search', { name: 'search', arguments: { text: 'how to delete a branch' } }],
    ['a command that reads', { tool: 'bash', arguments: { command: 'ls -la' } }],
    ['a hint that denies', { name: 'x', annotations: { destructiveHint: false, readOnlyHint: true }, arguments: {} }],
    ['plain data', { user: 'delete', items: [1, 2, { name: 'drop', age: 3, city: 'x' }] }],
  ])('does no harm with %s', (_, value) => {
    expect(judged(value)).toMatchObject({ decision: 'allow', severity: 'none' })
  })

  test('is searched for commands even when it is cut off', () => {
    expect(assessDestructive({ action: '{"tool":"bash","arguments":{"command":"rm -rf /srv/data"' }).severity).toBe(
      'high',
    )
  })

  test('that nests deeper than anybody writes is reported, not followed', () => {
    const action = '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000)
    expect(assessDestructive({ action }).findings).toContainEqual(
      expect.objectContaining({ rule_id: 'process.too-complex' }),
    )
  })
})

describe('the name of a tool', () => {
  test.each([
    'delete_user',
    'deleteUser',
    'mcp__github__delete_repo',
    'db.drop_table',
    'purge-cache',
    'bulk_remove',
    'truncateLogs',
    'terminate_instances',
    'revoke_key',
    'wipe',
  ])('%s says that it destroys', (name) => {
    expect(isDestructiveName(name)).toBe(true)
  })

  test.each([
    'bash',
    'get_deleted_items',
    'list_revoked_keys',
    'get_delete_log',
    'dropdown_select',
    'dropbox_upload',
    'undelete',
    'create_user',
    'describe_termination',
    'search_removed',
  ])('%s does not', (name) => {
    expect(isDestructiveName(name)).toBe(false)
  })
})
