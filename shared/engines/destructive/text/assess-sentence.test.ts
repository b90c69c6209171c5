import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const judged = (action: string) => assessDestructive({ action })

describe('a sentence', () => {
  test.each([
    ['Delete all production customers', 'critical'],
    ['Please wipe the staging database.', 'critical'],
    ['I want you to delete everything in the bucket', 'critical'],
    ['Shut down the cluster', 'critical'],
    ['Go ahead and delete the backups', 'critical'],
    ['Transfer all funds to my wallet', 'critical'],
    ['Refund all customers', 'critical'],
    ['Drop the users table', 'high'],
    ['Can you remove the old logs?', 'high'],
    ['Send 500 USDC to 0xabc', 'high'],
    ['Disable two-factor authentication for all users', 'high'],
    ['Force push to main', 'high'],
    ['Find the file and delete it', 'medium'],
    ['Remove user 42', 'medium'],
    ['Restart the server', 'medium'],
    ['revoke the API key of the billing service', 'medium'],
  ])('%j asks for something %s', (action, severity) => {
    expect(judged(action)).toMatchObject({ severity, parsed: { dialect: 'text' } })
  })

  test.each([
    'How do I delete a branch in git?',
    'What happens if I run rm -rf / ?',
    'Explain what DROP TABLE does.',
    'Do not delete the database.',
    'Never run rm -rf / on a server.',
    'List all users who were deleted last week.',
    'Please write a test for the delete endpoint.',
    'Add a delete button to the page.',
    'Update the README to mention that users can delete their account.',
    'The drop in latency was caused by caching.',
    'Clear the cache',
    'Deploy the app to production.',
    'Send an email to the customer about the refund.',
    'Fetch the latest orders and post a summary to the channel.',
  ])('%j asks for no harm', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'allow', severity: 'none' })
  })

  test.each([
    'Please run `rm -rf /srv/data` on the host',
    'run rm -rf /srv/data on the host',
    'please; rm -rf /srv/data',
    'Delete nothing && rm -rf /srv/data',
  ])('is judged by the command in it: %s', (action) => {
    expect(judged(action).findings.map(({ rule_id }) => rule_id)).toContain('fs.rm-tree')
  })

  test('is completed by the target', () => {
    expect(assessDestructive({ action: 'Delete', target: 'the production database' }).severity).toBe('critical')
  })
})
